#include "tools/lsp/record_names.h"

#include <filesystem>
#include <variant>

#include "dsl/check/variant_files.h"
#include "replay/record/read_record.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

class RecordPlaces {
 public:
  RecordPlaces(std::string_view text, const dsl::NamePlace& name) : text_(text), name_(name) {}

  std::vector<dsl::Span> find(const replay::Record& record) {
    if (name_.kind == dsl::NameKind::option) add_options(record.header.variant.options);
    if (name_.kind == dsl::NameKind::fact)
      for (const replay::FactField& fact : record.header.facts)
        if (fact.name == name_.name) add_within(fact.at.span);
    for (const replay::RecordRound& round : record.rounds)
      for (const replay::Item& item : round.items) add_of_line(item.line);
    return std::move(places_);
  }

 private:
  void add_options(const std::vector<replay::OptionField>& options) {
    for (const replay::OptionField& option : options)
      if (option.name == name_.name) add_within(option.at.span);
  }

  void add_of_line(const replay::Line& line) {
    if (const auto* rules = std::get_if<replay::RulesLine>(&line);
        rules != nullptr && name_.kind == dsl::NameKind::option)
      add_options(rules->options);
    if (const auto* chance = std::get_if<replay::ChanceLine>(&line);
        chance != nullptr && name_.kind == dsl::NameKind::fact && chance->name == name_.name)
      add_within(chance->name_at.span);
    const auto* turn = std::get_if<replay::TurnLine>(&line);
    if (turn == nullptr || name_.kind != dsl::NameKind::act) return;
    for (const replay::WrittenAct& act : turn->acts)
      if (const auto* word = std::get_if<replay::WordAct>(&act.what);
          word != nullptr && word->word == name_.name)
        add_within(word->word_at.span);
  }

  /// Adds the first place of the name in the text that was written there.
  void add_within(const dsl::Span& where) {
    if (where.end > text_.size() || where.begin > where.end) return;
    const std::string_view written = text_.substr(where.begin, where.end - where.begin);
    const std::size_t behind_dot = name_.kind == dsl::NameKind::fact ? written.find('.') + 1 : 0;
    const std::size_t at = written.find(name_.name, behind_dot);
    if (at == std::string_view::npos) return;
    const auto begin = static_cast<std::uint32_t>(where.begin + at);
    places_.push_back({where.file, begin, begin + static_cast<std::uint32_t>(name_.name.size())});
  }

  std::string_view text_;
  const dsl::NamePlace& name_;
  std::vector<dsl::Span> places_;
};

}  // namespace

std::vector<dsl::Span> places_in_record(std::string_view text, const std::string& path,
                                        const dsl::NamePlace& name, const std::set<std::string>& rule_files) {
  const replay::Record record = replay::read_record({}, text).value;
  const std::string& variant = record.header.variant.name;
  if (!dsl::is_path(variant)) return {};
  const std::string file = (fs::path(path).parent_path() / variant).lexically_normal().string();
  if (!rule_files.contains(file)) return {};
  return RecordPlaces(text, name).find(record);
}

}  // namespace roundhouse::cli
