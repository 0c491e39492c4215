#pragma once
// Names of files as editors write them: file:///home/ann/our%20rules.yaml.

#include <string>
#include <string_view>

namespace roundhouse::cli {

/// The path, in its plain form; of a name that is no file's the name itself.
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(const std::string& path);

}  // namespace roundhouse::cli
