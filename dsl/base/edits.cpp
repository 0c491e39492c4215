#include "dsl/base/edits.h"

#include "dsl/base/search.h"

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

}  // namespace roundhouse::dsl
