#include "web/bridge/request.h"

#include <fmt/format.h>

#include <algorithm>

namespace roundhouse::web {
namespace {

/// As JavaScript has whole numbers.
constexpr std::uint64_t greatest_number = std::uint64_t{1} << 53U;

bool is_text(const Json& value) {
  return value.is_string() && value.get_ref<const std::string&>().size() <= longest_text;
}

bool has_texts(const Json& value) {
  return value.size() <= most_entries &&
         std::all_of(value.begin(), value.end(), [](const Json& entry) { return is_text(entry); });
}

constexpr RequestField fields_of_rules[] = {
    {"rules"}, {"files", FieldForm::by_name, false}, {"set", FieldForm::by_name, false}};

/// Empty: it is of this form.
std::string wanted_form(const Json& value, FieldForm form) {
  switch (form) {
    case FieldForm::text:
      return is_text(value) ? "" : fmt::format("a text of at most {} bytes", longest_text);
    case FieldForm::number:
      return value.is_number_unsigned() && value.get<std::uint64_t>() <= greatest_number
                 ? ""
                 : "a whole number that is not negative";
    case FieldForm::truth:
      return value.is_boolean() ? "" : "true or false";
    case FieldForm::texts:
      return value.is_array() && has_texts(value) ? ""
                                                  : fmt::format("a list of at most {} texts", most_entries);
    case FieldForm::by_name:
      return value.is_object() && has_texts(value)
                 ? ""
                 : fmt::format("an object of at most {} texts", most_entries);
    case FieldForm::rules:
      return value.is_object() && trouble_with(value, fields_of_rules).empty()
                 ? ""
                 : "an object with rules, files and set";
  }
  return "something else";
}

}  // namespace

std::string trouble_with(const Json& request, std::span<const RequestField> fields) {
  for (const RequestField& field : fields) {
    const auto found = request.find(std::string(field.name));
    if (found == request.end() || found->is_null()) {
      if (field.needed) return fmt::format("'{}' is missing", field.name);
      continue;
    }
    if (const std::string wanted = wanted_form(*found, field.form); !wanted.empty())
      return fmt::format("'{}' is not {}", field.name, wanted);
  }
  return {};
}

std::string Request::text(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? std::string() : found->get<std::string>();
}

std::uint64_t Request::number(const char* name, std::uint64_t usual) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? usual : found->get<std::uint64_t>();
}

bool Request::truth(const char* name) const {
  const auto found = json_.find(name);
  return found != json_.end() && found->is_boolean() && found->get<bool>();
}

std::vector<std::string> Request::texts(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? std::vector<std::string>()
                                                  : found->get<std::vector<std::string>>();
}

Texts Request::by_name(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? Texts() : found->get<Texts>();
}

Reply refusal(std::string trouble, std::string help) {
  Reply answer;
  answer.json["ok"] = false;
  answer.json["trouble"] = std::move(trouble);
  answer.json["help"] = std::move(help);
  return answer;
}

}  // namespace roundhouse::web
