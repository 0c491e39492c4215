#include "tools/assist/rename.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/base/search.h"
#include "dsl/check/read_values.h"
#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {
namespace {

const LoadedFile* eldest_that_declares(const NamePlace& name, const RuleView& view, const ChainNames& names) {
  const LoadedFile* found = nullptr;
  for (const LoadedFile& file : view.chain.files)
    for (const NamePlace& place : name_places(view, names, file))
      if (place.declares && place.kind == name.kind && place.name == name.name) found = &file;
  return found;
}

std::string name_with_article(NameKind kind) {
  const bool with_n = kind == NameKind::option || kind == NameKind::act;
  return fmt::format("{} {}", with_n ? "an" : "a", kind_name(kind));
}

bool is_part_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The name, or the single character, that stands here.
std::string_view piece_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_part_of_name(text[end])) ++end;
  return text.substr(at, std::max<std::size_t>(end - at, 1));
}

/// The lines of the canonical text with one name put for another, sorted, and each with its pieces sorted: in
/// the text names stand in their own order, which another name may change. A key of the setup, or an event,
/// may be called like an option, so the new name, which is nobody's yet, is taken back.
std::vector<std::vector<std::string>> pieces_of(const std::string& printed, std::string_view from,
                                                std::string_view to) {
  std::vector<std::vector<std::string>> lines(1);
  for (std::size_t at = 0; at < printed.size();) {
    const std::string_view piece = piece_at(printed, at);
    at += piece.size();
    if (piece == "\n") {
      lines.emplace_back();
    } else {
      lines.back().emplace_back(piece == from ? to : piece);
    }
  }
  for (std::vector<std::string>& line : lines) sort(line);
  sort(lines);
  return lines;
}

}  // namespace

const NamePlace* place_at(const std::vector<NamePlace>& places, std::size_t offset) {
  for (const NamePlace& place : places)
    if (offset >= place.where.begin && offset <= place.where.end) return &place;
  return nullptr;
}

std::vector<FilePlaces> places_in_family(const NamePlace& name, const RuleView& view,
                                         const std::vector<const RuleView*>& views) {
  const ChainNames names(view);
  const LoadedFile* declaring = eldest_that_declares(name, view, names);
  if (declaring == nullptr) return {};
  std::vector<FilePlaces> found;
  std::set<std::string> seen;
  const auto look = [&](const RuleView& one) {
    const bool is_family =
        any_of(one.chain.files, [&](const LoadedFile& file) { return file.name == declaring->name; });
    if (!is_family) return;
    const ChainNames of_chain(one);
    for (const LoadedFile& file : one.chain.files) {
      if (!seen.insert(file.name).second) continue;
      FilePlaces in_file{file.name, {}};
      for (NamePlace& place : name_places(one, of_chain, file))
        if (place.kind == name.kind && place.name == name.name) in_file.places.push_back(std::move(place));
      if (!in_file.places.empty()) found.push_back(std::move(in_file));
    }
  };
  look(view);
  for (const RuleView* one : views) look(*one);
  return found;
}

std::string renamed_text(std::string_view text, const std::vector<NamePlace>& places,
                         std::string_view new_name) {
  std::string made;
  std::size_t at = 0;
  for (const NamePlace& place : places) {
    if (place.where.begin < at || place.where.end > text.size()) continue;
    made += text.substr(at, place.where.begin - at);
    made += new_name;
    at = place.where.end;
  }
  return made + std::string(text.substr(at));
}

RenameEdits rename(const NamePlace& name, const std::string& new_name, const RuleView& view,
                   const std::vector<const RuleView*>& family, const VariantReader& reader,
                   const std::function<bool(const std::string&)>& may_change) {
  RenameEdits renaming;
  if (new_name == name.name) return renaming;
  Findings findings;
  const NameUse use = name.kind == NameKind::rule  ? NameUse::row
                      : name.kind == NameKind::act ? NameUse::act
                                                   : NameUse::value;
  if (!check_name({new_name, {}}, name_with_article(name.kind), use, findings)) {
    const Diagnostics wrong = findings.take();
    renaming.trouble = wrong.front().message + (wrong.front().help.empty() ? "" : "; " + wrong.front().help);
    return renaming;
  }
  std::vector<const RuleView*> all{&view};
  all.insert(all.end(), family.begin(), family.end());
  for (const RuleView* one : all) {
    const ChainNames names(*one);
    const bool taken =
        name.kind == NameKind::rule ? names.find_rule(new_name) != nullptr : names.find(new_name) != nullptr;
    if (taken) {
      renaming.trouble = fmt::format("there is already something called '{}'", new_name);
      return renaming;
    }
  }
  std::vector<FilePlaces> edits = places_in_family(name, view, family);
  for (const FilePlaces& file : edits)
    if (!may_change(file.file)) {
      renaming.trouble =
          fmt::format("'{}' is a name of '{}', which is not yours to change", name.name, file.file);
      return renaming;
    }
  // Checked again with all edits: each file says what it said, under the other name.
  const VariantReader renamed = [&](const std::string& wanted, const std::string& from) {
    LoadedText text = reader(wanted, from);
    for (const FilePlaces& file : edits)
      if (file.file == text.name) text.text = renamed_text(text.text, file.places, new_name);
    return text;
  };
  for (const RuleView* one : all) {
    if (one->chain.files.empty() || !one->checked.ok()) continue;
    const std::string& file = one->chain.files.front().name;
    SourceMap sources;
    const Checked<CheckedRules> after = check_variant(sources, renamed, {file, {}});
    const bool same = after.ok() && pieces_of(print_rules(one->checked.value), {}, {}) ==
                                        pieces_of(print_rules(after.value), new_name, name.name);
    if (!same) {
      renaming.trouble = fmt::format("with that name '{}' would not say the same any more", file);
      return renaming;
    }
  }
  renaming.edits = std::move(edits);
  return renaming;
}

}  // namespace roundhouse::dsl
