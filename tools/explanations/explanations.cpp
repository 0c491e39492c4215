#include "tools/explanations/explanations.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "dsl/base/diagnostic.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/check_codes.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/vocabulary/acts.h"
#include "replay/record/notation_codes.h"
#include "replay/record_loading/loaded_record.h"
#include "tools/lint/lint.h"
#include "tools/prove/examples.h"
#include "tools/prove/trouble.h"

namespace roundhouse::cli {
namespace {

constexpr std::string_view opening = "\u27e6";
constexpr std::string_view closing = "\u27e7";
constexpr std::string_view times = " \u00d7";

// The words behind a fence, as docs/ has them elsewhere.
constexpr std::array<std::pair<std::string_view, ExampleKind>, 7> kinds{
    {{"yaml", ExampleKind::rules},
     {"expression", ExampleKind::condition},
     {"effects", ExampleKind::effects},
     {"train", ExampleKind::record},
     {"turns", ExampleKind::turns},
     {"json", ExampleKind::json},
     {"console", ExampleKind::console}}};

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view text_of(std::string_view path) {
  for (const BuiltInText& each : built_in_texts())
    if (each.path == path) return each.text;
  return {};
}

/// Behind "```": "yaml grandma.yaml"
ExampleText begin_block(std::string_view about) {
  ExampleText example;
  const std::size_t space = std::min(about.find(' '), about.size());
  for (const auto& [word, kind] : kinds)
    if (word == about.substr(0, space)) example.kind = kind;
  example.file = about.substr(std::min(space + 1, about.size()));
  return example;
}

/// "[tests/lint/unused-word/bad.yaml](...)": that file.
ExampleText linked(std::string_view line) {
  const std::size_t end = std::min(line.find(']'), line.size());
  return {ExampleKind::rules, {}, std::string(text_of(line.substr(1, end - 1)))};
}

class ChapterReader {
 public:
  std::vector<Explanation> read(std::string_view text) {
    while (!text.empty()) read_line(take_line(text), text);
    return std::move(read_);
  }

 private:
  void read_line(std::string_view line, std::string_view& rest) {
    if (line.starts_with("## ")) {
      read_.push_back({std::string(line.substr(3)), {}, {}, {}});
      examples_ = nullptr;
      between_ = true;
    } else if (read_.empty()) {
      return;  // the heading of the page, and what stands below it
    } else if (line == "Wrong:") {
      examples_ = &read_.back().wrong;
    } else if (line == "Right:") {
      examples_ = &read_.back().right;
    } else if (line.starts_with("```")) {
      ExampleText example = begin_block(line.substr(3));
      while (!rest.empty()) {
        const std::string_view inside = take_line(rest);
        if (inside == "```") break;
        example.text += std::string(inside) + "\n";
      }
      if (examples_ != nullptr) examples_->push_back(std::move(example));
    } else if (line.starts_with("[") && examples_ != nullptr) {
      examples_->push_back(linked(line));
    } else if (line.empty()) {
      between_ = true;
    } else if (examples_ == nullptr) {
      add_to_paragraph(line);
    }
  }

  void add_to_paragraph(std::string_view line) {
    std::vector<std::string>& paragraphs = read_.back().paragraphs;
    if (between_ || paragraphs.empty())
      paragraphs.emplace_back(line);
    else
      paragraphs.back() += " " + std::string(line);
    between_ = false;
  }

  std::vector<Explanation> read_;
  std::vector<ExampleText>* examples_ = nullptr;
  bool between_ = true;
};

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 1; i <= count; ++i) {
    for (const char c : text) {
      if (c == '#')
        out += std::to_string(i);
      else
        out += c;
    }
  }
  return out;
}

unsigned digit_of(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10); }

/// The lists differ in how they begin and end their sentences.
std::string as_sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

class Chapter {
 public:
  Chapter(std::string_view name, std::string_view title, std::string_view about)
      : made_{std::string(name), std::string(title), std::string(about), {}} {}

  void add(std::string_view code, std::string_view sentence) {
    made_.complaints.push_back({std::string(code), as_sentence(std::string(sentence))});
  }

  ComplaintChapter sorted() {
    sort(made_.complaints, [](const ComplaintEntry& a, const ComplaintEntry& b) { return a.code < b.code; });
    return std::move(made_);
  }

 private:
  ComplaintChapter made_;
};

}  // namespace

std::vector<Explanation> read_explanations(std::string_view chapter) {
  return ChapterReader().read(text_of("docs/explanations/" + std::string(chapter) + ".md"));
}

bool is_shortened(std::string_view shown) { return shown.find(opening) != std::string_view::npos; }

std::string written_out(std::string_view shown) {
  std::string out;
  while (is_shortened(shown)) {
    const std::size_t begin = shown.find(opening);
    const std::size_t end = shown.find(closing, begin);
    if (end == std::string_view::npos) break;
    out += shown.substr(0, begin);
    const std::string_view inside = shown.substr(begin + opening.size(), end - begin - opening.size());
    shown.remove_prefix(end + closing.size());
    const std::size_t sign = inside.rfind(times);
    if (sign == std::string_view::npos) {
      for (std::size_t i = 0; i + 1 < inside.size(); i += 2)
        out += static_cast<char>(digit_of(inside[i]) * 16 + digit_of(inside[i + 1]));
      continue;
    }
    const auto count =
        dsl::whole_number<std::size_t>(std::string(inside.substr(sign + times.size())), 1, 10'000'000);
    // Alone on its line it is so many lines.
    const std::size_t line = out.rfind('\n') + 1;
    std::string before = out.substr(line);
    const bool whole_line = before.find_first_not_of(' ') == std::string::npos && shown.starts_with('\n');
    if (whole_line) {
      out.resize(line);
      out += repeated(before + std::string(inside.substr(0, sign)) + "\n", count.value_or(0));
      shown.remove_prefix(1);
    } else {
      out += repeated(inside.substr(0, sign), count.value_or(0));
    }
  }
  return out + std::string(shown);
}

std::vector<ComplaintChapter> complaint_chapters() {
  Chapter yaml("yaml", "The YAML of a rule file",
               "These are found before anybody asks what the words mean. The file is wrong as YAML, or "
               "would be read otherwise than it looks.");
  for (const dsl::YamlCodeRow& row : dsl::yaml_codes) yaml.add(row.code, row.sentence);
  Chapter conditions("conditions", "Conditions and effects",
                     "The spelling of what stands behind `when`, `do`, `is` and the like.");
  Chapter rules("rules", "The rules", "What the words mean, and whether it fits together.");
  Chapter lint("lint", "Rules that are probably mistaken",
               "The rules could be played, but hardly as they were meant.");
  for (const dsl::LintCheck& check : dsl::all_lint_checks()) lint.add(check.name, check.sentence);
#define X(id, code, sentence) lint.add(code, sentence);
  ROUNDHOUSE_ALLOW_CODES(X)
#undef X
  Chapter play("play", "What play shows",
               "The rules can be read, and their examples or play by them show what is wrong. "
               "`lint` judges the examples, `lint --prove` plays.");
#define X(id, code, sentence) play.add(code, sentence);
  ROUNDHOUSE_EXAMPLE_CODES(X)
#undef X
  std::set<std::string_view> seen{replay::row(replay::TroubleKind::never_reached).name};  // it shows no code
  for (const replay::TroubleRow& row : replay::all_trouble_kinds)
    if (seen.insert(row.name).second) play.add(row.name, row.what);
  Chapter records("records", "Records",
                  "Lines that are no notation. A record with such lines is not judged.");
  Chapter loading("loading", "Records and their rules",
                  "Each line of the record can be read, but it cannot be judged; or there is more to say.");
#define X(id, code, sentence) conditions.add(code, sentence);
  ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
#define X(id, code, sentence) rules.add(code, sentence);
  ROUNDHOUSE_CHECK_CODES(X)
#undef X
#define X(id, code, sentence) records.add(code, sentence);
  ROUNDHOUSE_NOTATION_CODES(X)
#undef X
#define X(id, code, sentence) loading.add(code, sentence);
  ROUNDHOUSE_LOAD_CODES(X)
  ROUNDHOUSE_DIAGNOSTIC_CODES(X)
#undef X
  return {yaml.sorted(), conditions.sorted(), rules.sorted(),  lint.sorted(),
          play.sorted(), records.sorted(),    loading.sorted()};
}

std::vector<ComplaintChapter> chapters_with_laws() {
  std::vector<ComplaintChapter> chapters = complaint_chapters();
  Chapter laws(
      "laws", "Laws of every train game",
      "What a verdict cites where no row of the variant is broken. They hold whatever a variant says.");
#define X(id, code, sentence, ...) laws.add(code, sentence);
  ROUNDHOUSE_LAWS(X)
#undef X
  chapters.push_back(laws.sorted());
  return chapters;
}

}  // namespace roundhouse::cli
