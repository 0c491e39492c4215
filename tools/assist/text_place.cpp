#include "tools/assist/text_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/rule_text.h"
#include "dsl/english/english.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/vocabulary/vocabulary.h"
#include "tools/assist/completion.h"

namespace roundhouse::dsl {
namespace {

/// More lines above are not looked at for the keys of a block: only hostile files have them.
constexpr std::size_t most_lines = 20'000;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

struct TextLine {
  std::string_view text;
  std::size_t indent = 0;
  std::vector<std::size_t> dashes;  ///< columns of the dashes at its beginning
  std::size_t content = 0;          ///< the column behind them
  std::string_view key;             ///< empty: none
  std::string_view value;           ///< behind the key and its colon, without blanks

  bool is_blank() const { return content >= text.size() || text[content] == '#'; }
};

/// The end of a key that begins here: before a colon with a blank or nothing behind it; npos: no key.
std::size_t key_end(std::string_view text, std::size_t begin) {
  if (begin < text.size() && (text[begin] == '"' || text[begin] == '\'')) {
    const std::size_t close = text.find(text[begin], begin + 1);
    if (close == std::string_view::npos || close + 1 >= text.size() || text[close + 1] != ':')
      return std::string_view::npos;
    return close + 1;
  }
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ':' && (at + 1 == text.size() || text[at + 1] == ' ')) return at;
    if (!is_name_character(c) && c != '.') return std::string_view::npos;
  }
  return std::string_view::npos;
}

TextLine read_text_line(std::string_view text) {
  while (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  TextLine line;
  line.text = text;
  std::size_t at = std::min(text.find_first_not_of(' '), text.size());
  line.indent = at;
  while (at < text.size() && text[at] == '-' && (at + 1 == text.size() || text[at + 1] == ' ')) {
    line.dashes.push_back(at);
    at = std::min(text.find_first_not_of(' ', at + 1), text.size());
  }
  line.content = at;
  const std::size_t end = key_end(text, at);
  if (end == std::string_view::npos) return line;
  line.key = text.substr(at, end - at);
  if (line.key.size() > 1 && (line.key.front() == '"' || line.key.front() == '\''))
    line.key = line.key.substr(1, line.key.size() - 2);
  const std::size_t value = text.find_first_not_of(' ', end + 1);
  if (value != std::string_view::npos) line.value = text.substr(value);
  return line;
}

bool opens_block_scalar(std::string_view value) {
  return !value.empty() && (value.front() == '>' || value.front() == '|');
}

class PlaceReader {
 public:
  PlaceReader(std::string_view text, std::size_t offset)
      : text_(text), offset_(std::min(offset, text.size())) {}

  TextPlace read() {
    const std::size_t line_begin = offset_ == 0 ? 0 : text_.rfind('\n', offset_ - 1) + 1;
    for (std::size_t at = 0; at <= line_begin && at <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      lines_.push_back(text_.substr(at, end - at));
      if (at == line_begin) break;
      at = end + 1;
    }
    find_word(line_begin);
    const std::string_view up_to_cursor = text_.substr(line_begin, offset_ - line_begin);
    const TextLine here = read_text_line(up_to_cursor);
    std::size_t column = here.content;
    if (here.content >= here.text.size()) column = here.text.size();

    if (here.dashes.empty() && read_continuation(here, column)) return finish();
    for (std::size_t dash = 0; dash < here.dashes.size(); ++dash) reversed_.push_back("-");
    climb(here.dashes.empty() ? column : here.dashes.front(), lines_.size() - 1, !here.dashes.empty());
    std::reverse(reversed_.begin(), reversed_.end());
    place_.path = std::move(reversed_);
    if (here.key.empty()) {
      const std::string_view rest = here.text.substr(std::min(here.content, here.text.size()));
      if (!rest.empty() && (rest.front() == '{' || rest.front() == '[')) {
        read_flow(rest);
      } else if (rest.find(' ') != std::string_view::npos) {
        place_.before = rest;
      } else {
        place_.at_key = true;
        place_.before = rest;
        gather_beside(here, column);
      }
      return finish();
    }
    place_.path.emplace_back(here.key);
    read_value(here.value);
    return finish();
  }

 private:
  void find_word(std::size_t line_begin) {
    place_.begin = place_.end = offset_;
    while (place_.begin > line_begin && is_name_character(text_[place_.begin - 1])) --place_.begin;
    while (place_.end < text_.size() && is_name_character(text_[place_.end])) ++place_.end;
    place_.word = text_.substr(place_.begin, offset_ - place_.begin);
  }

  TextPlace finish() {
    place_.standing = whole_file();
    for (const std::string& step : place_.path)
      place_.standing = step == "-" ? item_of(place_.standing) : under_key(place_.standing, step);
    return std::move(place_);
  }

  /// True if the cursor stands in a further line of a value that began above.
  bool read_continuation(const TextLine& here, std::size_t column) {
    std::vector<std::string_view> parts{here.text.substr(std::min(here.content, here.text.size()))};
    std::size_t looked = 0;
    for (std::size_t i = lines_.size() - 1; i-- > 0 && looked++ < most_lines;) {
      const TextLine above = read_text_line(lines_[i]);
      if (above.is_blank() && above.key.empty() && above.dashes.empty()) continue;
      const std::size_t least = above.key.empty() && above.dashes.empty() ? above.indent : above.content;
      const bool is_key_line = !above.key.empty();
      if (is_key_line && above.content < column) {
        const bool in_block = opens_block_scalar(above.value);
        const bool goes_on = !above.value.empty() && above.value.front() != '#' && !in_block;
        if (!in_block && !goes_on) return false;
        const bool is_flow = goes_on && (above.value.front() == '{' || above.value.front() == '[');
        if (!above.dashes.empty()) reversed_.clear();
        reversed_.push_back(std::string(above.key));
        for (std::size_t dash = 0; dash < above.dashes.size(); ++dash) reversed_.push_back("-");
        climb(above.dashes.empty() ? above.content : above.dashes.front(), i, !above.dashes.empty());
        std::reverse(reversed_.begin(), reversed_.end());
        place_.path = std::move(reversed_);
        std::string whole(goes_on ? above.value : std::string_view());
        for (auto part = parts.rbegin(); part != parts.rend(); ++part)
          whole += (whole.empty() ? "" : " ") + std::string(*part);
        if (is_flow) {
          read_flow(whole);
        } else {
          place_.before = std::move(whole);
        }
        return true;
      }
      if (is_key_line || !above.dashes.empty() || least < 1) return false;
      parts.push_back(above.text.substr(above.content));
    }
    return false;
  }

  /// The keys above what stands at this column, the nearest first.
  void climb(std::size_t column, std::size_t line, bool is_item) {
    std::size_t looked = 0;
    while ((column > 0 || is_item) && line-- > 0 && looked++ < most_lines) {
      const TextLine above = read_text_line(lines_[line]);
      if (above.is_blank() && above.key.empty() && above.dashes.empty()) continue;
      if (!above.dashes.empty() && above.content <= column && above.dashes.front() < column &&
          !above.key.empty() && above.content == column && !is_item) {
        // The first key of the item in which this stands.
        for (std::size_t dash = 0; dash < above.dashes.size(); ++dash) reversed_.push_back("-");
        column = above.dashes.front();
        is_item = true;
        continue;
      }
      if (above.key.empty()) continue;
      const bool is_parent =
          above.content < column || (is_item && above.content == column && above.dashes.empty());
      if (!is_parent) continue;
      reversed_.push_back(std::string(above.key));
      for (std::size_t dash = 0; dash < above.dashes.size(); ++dash) reversed_.push_back("-");
      column = above.dashes.empty() ? above.content : above.dashes.front();
      is_item = !above.dashes.empty();
    }
  }

  void read_value(std::string_view value) {
    if (!value.empty() && (value.front() == '{' || value.front() == '[')) return read_flow(value);
    place_.before = value;
  }

  /// Brackets of which the last ones may be open.
  void read_flow(std::string_view text) {
    struct Open {
      char bracket;
      std::vector<std::string> keys;
      bool has_key = false;
    };
    std::vector<Open> open;
    std::size_t begin = 0;  // of the key or value being read
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '"' || c == '\'') {
        at = std::min(text.find(c, at + 1), text.size());
        continue;
      }
      if (c == '{' || c == '[') {
        open.push_back({c, {}, false});
        if (c == '[') place_.path.emplace_back("-");
        begin = at + 1;
      } else if ((c == '}' || c == ']') && !open.empty()) {
        if (open.back().has_key || open.back().bracket == '[') place_.path.pop_back();
        open.pop_back();
        begin = at + 1;
      } else if (c == ',' && !open.empty()) {
        if (open.back().has_key) {
          place_.path.pop_back();
          open.back().has_key = false;
        }
        begin = at + 1;
      } else if (c == ':' && !open.empty() && open.back().bracket == '{' && !open.back().has_key &&
                 (at + 1 == text.size() || text[at + 1] == ' ')) {
        std::string_view key = text.substr(begin, at - begin);
        key.remove_prefix(std::min(key.find_first_not_of(' '), key.size()));
        open.back().keys.emplace_back(key);
        open.back().has_key = true;
        place_.path.emplace_back(key);
        begin = at + 1;
      }
    }
    std::string_view rest = text.substr(std::min(begin, text.size()));
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    place_.before = rest;
    if (!open.empty() && open.back().bracket == '{' && !open.back().has_key) {
      place_.at_key = true;
      place_.beside = open.back().keys;
    }
  }

  /// Keys of the same map in the lines above, and in those below.
  void gather_beside(const TextLine&, std::size_t column) {
    for (std::size_t i = lines_.size() - 1, looked = 0; i-- > 0 && looked < most_lines; ++looked) {
      const TextLine above = read_text_line(lines_[i]);
      if (above.is_blank() && above.key.empty()) continue;
      if (above.content < column) break;
      if (above.content == column && !above.key.empty()) place_.beside.emplace_back(above.key);
      if (above.content == column && !above.dashes.empty()) break;
    }
    std::size_t at = text_.find('\n', offset_);
    for (std::size_t looked = 0; at != std::string_view::npos && looked < most_lines; ++looked) {
      const std::size_t end = text_.find('\n', at + 1);
      const TextLine below =
          read_text_line(text_.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
      at = end;
      if (below.is_blank() && below.key.empty()) continue;
      if (below.content < column || !below.dashes.empty()) break;
      if (below.content == column && !below.key.empty()) place_.beside.emplace_back(below.key);
    }
  }

  std::string_view text_;
  std::size_t offset_;
  std::vector<std::string_view> lines_;
  std::vector<std::string> reversed_;
  TextPlace place_;
};

class Explaining {
 public:
  Explaining(std::string_view text, std::size_t offset, const RuleView& view, const RuleView* earlier)
      : text_(text),
        offset_(offset),
        view_(view),
        meant_(view.checked.ok() || earlier == nullptr ? view : *earlier),
        rules_(meant_.checked.value),
        names_(view) {}

  std::optional<PlaceExplanation> explain() {
    if (view_.chain.files.empty()) return std::nullopt;
    for (const NamePlace& place : name_places(view_, names_, view_.chain.files.front())) {
      if (offset_ < place.where.begin || offset_ > place.where.end) continue;
      return PlaceExplanation{place.where.begin, place.where.end, about_name(place)};
    }
    return about_word();
  }

 private:
  bool in_order() const { return meant_.checked.ok(); }

  /// The place of its declaration, if that is in another file.
  std::string origin(const Span& where) const {
    if (!in_order() || where.file.value == 0 || where.file.value >= meant_.sources.size()) return {};
    return fmt::format("\n\nFrom `{}`.", meant_.sources.file(where.file).name);
  }

  std::string about_name(const NamePlace& place) {
    const DeclaredName* declared =
        place.kind == NameKind::rule ? names_.find_rule(place.name) : names_.find(place.name);
    std::string text = fmt::format("**{}** — {}", place.name, kind_name(place.kind));
    if (declared != nullptr && declared->of != Type::none && declared->of != Type::permission)
      text += fmt::format(" of a {}", type_name(declared->of));
    if (declared != nullptr && declared->type != Type::none && place.kind != NameKind::choice &&
        place.kind != NameKind::act && place.kind != NameKind::train)
      text += fmt::format(", a {}", type_name(declared->type));
    if (in_order()) text += meaning(place);
    return text;
  }

  std::string meaning(const NamePlace& place) {
    const KnownFacts known;
    std::string text;
    const auto find = [&](const auto& list) {
      return find_if(list, [&](const auto& one) { return one.name == place.name; });
    };
    switch (place.kind) {
      case NameKind::option: {
        const auto option = find(rules_.options);
        if (option == rules_.options.end()) return {};
        if (!option->ask.empty()) text += "\n\n" + option->ask;
        text += fmt::format("\n\nNow: {}.", option_value(rules_, *option, known));
        if (!option->choices.empty()) {
          const auto quoted = [&](NameId choice) { return fmt::format("`{}`", rules_.name_text(choice)); };
          text += " Choices: " + joined(option->choices, ", ", quoted) + ".";
        }
        if (option->range)
          text += fmt::format(" From {} to {}.", option->range->first, option->range->second);
        return text + origin(option->where);
      }
      case NameKind::word: {
        const auto word = find(rules_.words);
        if (word == rules_.words.end()) return {};
        return "\n\n" + word_text(rules_, *word, known) + "\n\n```\n" + print_typed(rules_, word->is) +
               "\n```" + origin(word->where);
      }
      case NameKind::fact: {
        const auto fact = find(rules_.facts);
        if (fact == rules_.facts.end()) return {};
        if (!fact->says.empty()) text += "\n\n" + woven(rules_, fact->says, known);
        if (!fact->shown.empty()) text += "\n\n" + shown_sentence(*fact);
        if (fact->chance) text += "\n\n" + chance_sentence(*fact);
        return text + origin(fact->where);
      }
      case NameKind::train: {
        const auto train = find(rules_.trains);
        if (train == rules_.trains.end()) return {};
        if (!train->says.empty()) text += "\n\n" + woven(rules_, train->says, known);
        return text + origin(train->where);
      }
      case NameKind::act: {
        const auto act = find(rules_.acts);
        if (act == rules_.acts.end()) return {};
        if (!act->says.empty()) text += "\n\n" + woven(rules_, act->says, known);
        return text + origin(act->where);
      }
      case NameKind::rule:
        for (const Rule& rule : rules_.rules)
          if (rule.id == place.name) return about_rule(rule, known);
        return {};
      case NameKind::choice:
        for (const Option& option : rules_.options)
          for (const NameId choice : option.choices)
            if (rules_.name_text(choice) == place.name)
              text += fmt::format("\n\nOf `{}`: {}", option.name, option.ask);
        return text;
    }
    return text;
  }

  std::string about_rule(const Rule& rule, const KnownFacts& known) {
    bool never = rule.shape == Shape::after || rule.shape == Shape::permit ? false : rule.when.has_value();
    if (rule.when) never = is_false(simplify(*rule.when, rules_, known));
    return "\n\n" + row_text(rules_, rule, known).text +
           (never ? "\n\nWith the options as they are it never holds." : "") + origin(rule.where);
  }

  /// A key, or a word of the language.
  std::optional<PlaceExplanation> about_word() {
    // The place is asked behind the word, so that all of it is read.
    std::size_t end = offset_;
    const auto is_name = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '-';
    };
    while (end < text_.size() && is_name(text_[end])) ++end;
    const TextPlace place = place_in_text(text_, end);
    if (place.word.empty()) return std::nullopt;
    PlaceExplanation found{place.begin, place.end, {}};
    const bool is_key = place.at_key && end < text_.size() && (text_[end] == ':' || text_[end] == '\n');
    if (is_key) {
      const Standing below = under_key(place.standing, place.word);
      if (below.row == nullptr) return std::nullopt;
      found.text = fmt::format("**{}** — key of {}\n\n{}.", place.word, map_name(below.row->in),
                               with_capital(std::string(below.row->about)));
      if (!below.row->words.empty()) {
        found.text += "\n\nOne of `" + joined(words_of(*below.row), "`, `") + "`.";
      }
      return found;
    }
    found.text = about_vocabulary(place);
    if (found.text.empty()) return std::nullopt;
    return found;
  }

  template <class Row>
  static std::string described(const Row* row, std::string_view kind) {
    if (row == nullptr) return {};
    return fmt::format("**{}** — {}\n\n{}.", row->name, kind, with_capital(std::string(row->meaning)));
  }

  std::string about_vocabulary(const TextPlace& place) {
    const Standing& standing = place.standing;
    if (!standing.form) return {};
    const std::string_view word = place.word;
    if (*standing.form == KeyForm::acts) return described(find_act(word), "act");
    if (*standing.form == KeyForm::events) return described(find_event(word), "event");
    if (!is_expression(*standing.form)) return {};
    std::string_view before = place.before;
    before.remove_suffix(std::min(word.size(), before.size()));
    if (before.ends_with("can.")) return described(find_act(word), "act");
    if (before.ends_with('.')) {
      const Type receiver = receiver_type(before, names_, owner_in(text_, place.path, names_));
      const MemberRow* member = receiver == Type::none ? nullptr : find_member(receiver, word);
      if (member == nullptr) return {};
      return described(member, fmt::format("of a {}, a {}", type_name(receiver), type_name(member->type)));
    }
    if (*standing.form == KeyForm::effects)
      if (const EffectRow* effect = find_effect(word)) return described(effect, "effect");
    if (const RootRow* root = find_root(word))
      return described(root, fmt::format("a {}", type_name(root->type)));
    return {};
  }

  std::string_view text_;
  std::size_t offset_;
  const RuleView& view_;
  const RuleView& meant_;  ///< says what names mean
  const CheckedRules& rules_;
  ChainNames names_;
};

}  // namespace

TextPlace place_in_text(std::string_view text, std::size_t offset) {
  return PlaceReader(text, offset).read();
}

std::optional<PlaceExplanation> explain_place(std::string_view text, std::size_t offset, const RuleView& view,
                                              const RuleView* earlier) {
  return Explaining(text, offset, view, earlier).explain();
}

}  // namespace roundhouse::dsl
