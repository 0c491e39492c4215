#pragma once
// A request that has been looked at: what a call asks for is there, of the right kind and within bounds.

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::web {

using Json = nlohmann::ordered_json;

/// Texts by name.
using Texts = std::map<std::string, std::string>;

/// The form of a part of a request.
enum class FieldForm : std::uint8_t {
  text,
  number,  ///< from 0 to 2^53, as JavaScript counts
  truth,
  texts,    ///< a list of them
  by_name,  ///< an object that holds texts
  rules,    ///< an object with `rules`, `files` and `set`
};

struct RequestField {
  std::string_view name;
  FieldForm form = FieldForm::text;
  bool needed = true;
};

/// Limits of what is read: of one text in bytes, of a list or an object in entries.
constexpr std::size_t longest_text = std::size_t{4} << 20;
constexpr std::size_t most_entries = 100;

/// Why a request is not one of such fields; empty: it is. Fields that nobody asks for are passed over.
std::string trouble_with(const Json& request, std::span<const RequestField> fields);

/// Reads fields that trouble_with has looked at. What is not there is empty, 0, false.
class Request {
 public:
  Request(const Json& json, const std::filesystem::path& bundled) : json_(json), bundled_(bundled) {}

  bool has(const char* name) const { return json_.contains(name); }
  std::string text(const char* name) const;
  std::uint64_t number(const char* name, std::uint64_t usual = 0) const;
  bool truth(const char* name) const;
  std::vector<std::string> texts(const char* name) const;
  Texts by_name(const char* name) const;
  /// The rules of another request that is part of this one.
  Request part(const char* name) const { return {json_.at(name), bundled_}; }
  const std::filesystem::path& bundled() const { return bundled_; }

 private:
  const Json& json_;
  const std::filesystem::path& bundled_;
};

/// The answer to a request. `raw` is JSON already, and is put under its key last.
struct Reply {
  Json json = Json::object();
  std::string raw_key{};
  std::string raw{};
};

/// An answer about something that is wrong.
Reply refusal(std::string trouble, std::string help = {});

/// The name of a call, what it asks for, and what answers it.
struct Call {
  std::string_view name;
  std::span<const RequestField> fields;
  Reply (*answer)(const Request&);
};

// The calls by subject, each list in its own file.
std::span<const Call> rule_calls();
std::span<const Call> table_calls();
std::span<const Call> play_calls();

}  // namespace roundhouse::web
