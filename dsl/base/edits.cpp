#include "dsl/base/edits.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"

namespace roundhouse::dsl {

bool overlap(const FixIt& a, const FixIt& b) {
  if (a.where.file != b.where.file || (a.where == b.where && a.text == b.text)) return false;
  return a.where.begin == b.where.begin || (a.where.begin < b.where.end && b.where.begin < a.where.end);
}

Edits::Edits(FileId file, const std::vector<FixIt>& fixes) : file_(file) {
  std::vector<const FixIt*> apart;
  for (const FixIt& mend : fixes) {
    if (mend.where.file != file || mend.where.begin > mend.where.end) continue;
    const auto is_beside = [&](const FixIt* other) {
      return !overlap(mend, *other) && mend.where != other->where;
    };
    if (all_of(apart, is_beside)) apart.push_back(&mend);
  }
  sort(apart, [](const FixIt* a, const FixIt* b) { return a->where.begin < b->where.begin; });
  std::int64_t moved = 0;
  for (const FixIt* mend : apart) {
    const auto begin = static_cast<std::uint32_t>(mend->where.begin + moved);
    const auto end = static_cast<std::uint32_t>(begin + mend->text.size());
    edits_.push_back({mend->where.begin, mend->where.end, begin, end, mend->text});
    moved = std::int64_t{end} - mend->where.end;
  }
}

std::optional<std::string> Edits::put_into(std::string_view text) const {
  if (!edits_.empty() && edits_.back().end > text.size()) return std::nullopt;
  std::string edited;
  std::size_t copied = 0;
  for (const Edit& edit : edits_) {
    edited.append(text, copied, edit.begin - copied).append(edit.text);
    copied = edit.end;
  }
  return std::move(edited.append(text, copied));
}

std::uint32_t Edits::forward(std::uint32_t place) const {
  std::int64_t moved = 0;
  for (const Edit& edit : edits_) {
    if (place < edit.end) {
      if (place > edit.begin) moved = std::int64_t{edit.new_begin} - edit.begin;
      break;
    }
    moved = std::int64_t{edit.new_end} - edit.end;
  }
  return static_cast<std::uint32_t>(place + moved);
}

Span Edits::forward(Span span) const {
  return span.file == file_ ? Span{span.file, forward(span.begin), forward(span.end)} : span;
}

std::optional<std::uint32_t> Edits::back(std::uint32_t place) const {
  std::int64_t moved = 0;
  for (const Edit& edit : edits_) {
    if (place <= edit.new_begin) break;
    if (place < edit.new_end) return std::nullopt;
    moved = std::int64_t{edit.end} - edit.new_end;
  }
  return static_cast<std::uint32_t>(place + moved);
}

std::optional<Span> Edits::back(Span span) const {
  const auto begin = back(span.begin);
  const auto end = back(span.end);
  if (!begin || !end || *end < *begin) return std::nullopt;
  return Span{span.file, *begin, *end};
}

Span Edits::new_place(const FixIt& mend) const {
  const auto edit = find_if(
      edits_, [&](const Edit& one) { return one.begin == mend.where.begin && one.end == mend.where.end; });
  return edit == edits_.end() ? forward(mend.where) : Span{file_, edit->new_begin, edit->new_end};
}

bool Edits::is_put_anew(Span span) const {
  return any_of(edits_,
                [&](const Edit& edit) { return edit.new_begin < span.end && edit.new_end > span.begin; });
}

namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// A block of lines that stand one after the other, before and after.
struct Block {
  std::size_t line = 0;  ///< at which it begins in the text before, from 0
  Lines before;
  Lines after;
};

/// `@@ -12,3 +14,5 @@`
std::optional<std::size_t> first_line(std::string_view head) {
  constexpr std::string_view mark = "@@ -";
  if (!head.starts_with(mark)) return std::nullopt;
  head.remove_prefix(mark.size());
  const std::size_t end = std::min(head.find_first_not_of("0123456789"), head.size());
  const auto line = whole_number<std::size_t>(head.substr(0, end));
  if (!line) return std::nullopt;
  // Of a block that only adds lines the line is the one before it.
  return head.substr(end).starts_with(",0 ") || *line == 0 ? *line : *line - 1;
}

std::optional<std::vector<Block>> blocks_of(std::string_view changes) {
  std::vector<Block> blocks;
  for (const std::string_view line : lines_of(changes)) {
    if (line.starts_with("@@")) {
      const auto begin = first_line(line);
      if (!begin) return std::nullopt;
      blocks.push_back({*begin, {}, {}});
      continue;
    }
    if (blocks.empty()) continue;  // the names of the files
    const std::string_view text = line.substr(1);
    switch (line.front()) {
      case ' ':
        blocks.back().before.push_back(text);
        blocks.back().after.push_back(text);
        break;
      case '-':
        blocks.back().before.push_back(text);
        break;
      case '+':
        blocks.back().after.push_back(text);
        break;
      default:
        return std::nullopt;
    }
  }
  return blocks;
}

}  // namespace

std::optional<std::string> with_changes(std::string_view text, std::string_view changes) {
  const auto blocks = blocks_of(changes);
  if (!blocks) return std::nullopt;
  const Lines lines = lines_of(text);
  std::string changed;
  std::size_t done = 0;  // lines
  for (const Block& block : *blocks) {
    const auto stands_at = [&](std::size_t line) {
      return line >= done && line + block.before.size() <= lines.size() &&
             std::equal(block.before.begin(), block.before.end(),
                        lines.begin() + static_cast<std::ptrdiff_t>(line));
    };
    std::size_t at = block.line;
    if (!stands_at(at)) {
      at = done;
      while (at < lines.size() && !stands_at(at)) ++at;
      if (!stands_at(at)) return std::nullopt;
    }
    for (; done < at; ++done) changed += lines[done];
    for (const std::string_view line : block.after) changed += line;
    done += block.before.size();
  }
  for (; done < lines.size(); ++done) changed += lines[done];
  return changed;
}

}  // namespace roundhouse::dsl
