#include "web/bridge/bridge.h"

#include <fmt/format.h>

#include <exception>
#include <string>

#include "dsl/base/json_line.h"
#include "web/bridge/request.h"

namespace roundhouse::web {
namespace {

const Call* find_call(std::string_view name) {
  for (const auto calls : {rule_calls(), table_calls(), play_calls()})
    for (const Call& call : calls)
      if (call.name == name) return &call;
  return nullptr;
}

Reply answer_to(std::string_view text, const std::filesystem::path& bundled) {
  if (text.size() > longest_request)
    return refusal(fmt::format("a request has at most {} bytes", longest_request));
  if (dsl::lies_deeper(text, deepest_request))
    return refusal("the lists of this request stand too deep within each other");
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return refusal("this request is no JSON object");
  const auto name = json.find("call");
  const Call* call =
      name != json.end() && name->is_string() ? find_call(name->get_ref<const std::string&>()) : nullptr;
  if (call == nullptr) return refusal("there is no such call");
  if (std::string trouble = trouble_with(json, call->fields); !trouble.empty())
    return refusal(fmt::format("{}: {}", call->name, trouble));
  Reply answer = call->answer(Request(json, bundled));
  if (!answer.json.contains("ok")) {
    Json whole{{"ok", true}};
    whole.update(answer.json);
    answer.json = std::move(whole);
  }
  return answer;
}

}  // namespace

std::string answer(std::string_view request, const std::filesystem::path& bundled) {
  try {
    const Reply found = answer_to(request, bundled);
    std::string text = dsl::json_line(found.json);
    if (!found.raw_key.empty()) {
      text.pop_back();
      text += fmt::format(",\"{}\":{}}}", found.raw_key, found.raw);
    }
    return text;
  } catch (const std::bad_alloc&) {
    return R"({"ok":false,"trouble":"there is no memory left","help":""})";
  } catch (const std::exception&) {
    return R"({"ok":false,"trouble":"this is a mistake in roundhouse itself","help":""})";
  }
}

}  // namespace roundhouse::web
