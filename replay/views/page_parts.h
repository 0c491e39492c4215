#pragma once
// The script and the style of the page, as text. Internal to replay/views.

#include <string_view>

namespace roundhouse::replay {

std::string_view page_script();
std::string_view page_style();

}  // namespace roundhouse::replay
