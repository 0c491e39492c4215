// Scribbled lines of all kinds: what a line is about, and what stands in it.

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/places.h"
#include "replay/record/read_line.h"
#include "replay/record/reference.h"
#include "replay/record/scribble_reader.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {

namespace {

bool consists_of(std::string_view text, std::string_view signs) {
  return text.find_first_not_of(signs) == std::string_view::npos;
}

/// `ends in 5`, `is open at 5`, `not started`: of a train.
bool tells_of_end(const ScribbleToken& token) {
  constexpr std::array<std::string_view, 8> words{"ends", "ending", "ended", "shows",
                                                  "is",   "not",    "empty", "has"};
  return any_of(words, [&](std::string_view word) { return token.is(word); });
}

bool ends_sentence(const ScribbleToken& token) {
  return token.kind == ScribbleToken::Kind::end || token.is_sign(".") || token.is_sign("!");
}

}  // namespace

Scribble ScribbleReader::read() {
  Scribble result;
  if (read_line() && at_end() && (passed_over_ || !out_.text.empty())) {
    result.passed_over = passed_over_;
    result.corrected = corrected_;
    result.has = has_;
    result.first_turn = first_turn_;
    result.remark = std::move(guessed_remark_);
    if (is_out_) result.out = player_;
    if (counted_) result.counted = SeatPoints{player_, *counted_, {}};
    result.line = std::move(out_);
    result.line->comment = remark_.value_or(plain_.comment);
    result.line->comment_text = remark_ ? *remark_ - std::min<std::size_t>(*remark_, 1) : plain_.comment_text;
    result.line->respelled = true;
    return result;
  }
  result.complaint = std::move(complaint_);
  return result;
}

bool ScribbleReader::read_line() {
  if (at_end()) {
    // A comment of programmers is all there is.
    passed_over_ = true;
    return true;
  }
  if (read_rule() || read_gap() || read_remark_line()) return true;
  // `Game 1 Rnd 1`
  if (here().is(LineRow<GameLine>::word) && at(at_ + 1).is_number()) {
    const std::size_t behind = at_ + (at(at_ + 2).kind == Token::Kind::sign ? 3 : 2);
    const LineKind* const kind = scribbled_kind(at(behind).small);
    if (kind != nullptr && kind->site == LineSite::heading) {
      put_close(std::string(LineRow<GameLine>::word) + " " + at(at_ + 1).text, at_);
      remark_ = plain_.origin_of(at(behind).begin, at(behind).end).begin;
      at_ = tokens_.size() - 1;
      return true;
    }
  }
  // `12-12 in the middle`
  if (const auto tile = tile_at(at_); tile && at(tile->next).is("in")) {
    const std::size_t middle = tile->next + (is_use(tile->next + 1, WordUse::article) ? 2 : 1);
    const bool is_middle = at(middle).is("middle") || at(middle).is("centre") || at(middle).is("center");
    if (is_middle && ends_sentence(at(middle + 1))) {
      at_ = tokens_.size() - 1;
      put_close(LineRow<EngineLine>::word, 0);
      put(tile->text(), 0);
      return true;
    }
  }
  // A list: - Joe: 9-3
  if (at(1).kind != Token::Kind::end) takes_any_sign("-*+");
  skip_turn_number();
  const std::size_t begin = at_;
  if (here().is("referee")) {
    ++at_;
    return read_turn_of({no_seat, at_, true}, begin);
  }
  if (read_newcomer() || read_next_turn() || read_fact() || read_scores() || read_lots() || read_search() ||
      read_debt())
    return true;
  // `Mexican train: 12-9`, `Mexican: 12-9`, `the Mexican ends in 12`, `side 1: 9-4`
  const std::size_t thing = at_ + (is_use(at_, WordUse::article) && at(at_ + 1).is_word() ? 1 : 0);
  if (const auto shared = name_at(thing) ? std::nullopt : shared_train_at(thing)) {
    const bool is_more = is_use(shared->next, WordUse::train) || at(shared->next).is("end");
    const std::size_t behind = shared->next + (is_more ? 1 : 0);
    if (at(behind).is_sign(":") || tells_of_end(at(behind))) {
      at_ = thing;
      return read_line_of(*find_line_kind(LineRow<TrainLine>::word), std::nullopt);
    }
  }
  // `the communal train ends in 7`
  if (at(thing).is_word() && !name_at(thing) && scribbled_kind(at(thing).small) == nullptr &&
      is_use(thing + 1, WordUse::train) && tells_of_end(at(thing + 2)))
    if (const std::string kind = only_shared_kind(); !kind.empty())
      return complain(thing, thing, NotationCode::unknown_place, "there is no train '" + at(thing).text + "'",
                      "did you mean '" + kind + "'?", kind);
  const auto name = name_at(at_);
  const bool colon = at(at_ + 1).is_sign(":");
  if (const LineKind* kind = scribbled_kind(here().small);
      kind != nullptr && !(colon && name && name->whole)) {
    ++at_;
    return read_line_of(*kind, std::nullopt);
  }
  if (!name) return false;
  return read_turn_of(*name, begin);
}

/// A line drawn across the sheet.
bool ScribbleReader::read_rule() {
  const std::string& text = plain_.text;
  const auto signs = count_if(text, [](char c) { return c != ' ' && c != '\t'; });
  if (signs < 3 || !consists_of(text, "-=_*~+ \t")) return false;
  at_ = tokens_.size() - 1;
  passed_over_ = true;
  return true;
}

/// `???` or `...`: turns that nobody wrote down.
bool ScribbleReader::read_gap() {
  const std::string& text = plain_.text;
  // `dunno the next couple of goes`, `... six laps or so`
  const bool is_unknown =
      (is_use(0, WordUse::missing) || (at(0).is_sign("...") && at(1).is_word())) && !name_at(0) && [&] {
        for (std::size_t i = 0; i < tokens_.size(); ++i)
          if (tile_at(i) || is_declared(i)) return false;
        return true;
      }();
  if (!is_unknown && (text.size() < 2 || (!consists_of(text, "? \t") && !consists_of(text, ". \t"))))
    return false;
  if (is_unknown && at(0).is_sign("...") && at(1).spaced)
    remark_ = plain_.origin_of(at(1).begin, at(1).end).begin;
  at_ = tokens_.size() - 1;
  put_close("?", 0);
  return true;
}

bool ScribbleReader::at_subject() const {
  return here().is("referee") || name_at(at_).has_value() || scribbled_kind(here().small) != nullptr;
}

/// `(she should have knocked)` on a line: words without a tile.
bool ScribbleReader::read_remark_line() {
  const std::size_t last = tokens_.size() - 2;
  if (tokens_.size() < 4 || !at(0).is_sign("(") || !at(last).is_sign(")")) return false;
  std::size_t words = 0;
  bool has_tile = false;
  for (std::size_t i = 1; i < last; ++i) {
    has_tile = has_tile || tile_at(i);
    if (at(i).is_number() || at(i).is_sign(")")) return false;
    if (at(i).is_word()) ++words;
  }
  if (words < (has_tile ? 4U : 2U)) return false;
  remark_ = plain_.origin_of(at(0).begin, at(0).end).begin;
  at_ = tokens_.size() - 1;
  passed_over_ = true;
  return true;
}

/// True if tiles, numbers of tiles and what joins them is all that stands there.
bool ScribbleReader::has_only_tiles(std::size_t begin, std::size_t end) const {
  bool any = false;
  for (std::size_t i = begin; i < end;) {
    if (const auto tile = tile_at(i)) {
      i = tile->next;
      any = true;
      continue;
    }
    const bool is_count =
        (at(i).is_number() || is_use(i, WordUse::number)) && (is_use(i + 1, WordUse::thing) || i + 1 == end);
    const bool is_joint = is_use(i, WordUse::joint) || is_use(i, WordUse::article) || at(i).is_sign(",") ||
                          at(i).is_sign(":") || at(i).is("with") || at(i).is("just") || at(i).is("only");
    if (is_count) {
      ++i;
      any = true;
    } else if (!is_joint) {
      return false;
    }
    ++i;
  }
  return any;
}

/// Where `left`, `left over`, `in hand` stand as the last words; else the end.
std::size_t ScribbleReader::begin_of_left() const {
  std::size_t end = tokens_.size() - 1;
  if (end > 0 && ends_sentence(at(end - 1)) && at(end - 1).kind != Token::Kind::end) --end;
  std::size_t begin = end;
  if (begin > 1 && at(begin - 1).is("hand") && at(begin - 2).is("in")) begin -= 2;
  if (begin > 1 && at(begin - 1).is("over") && at(begin - 2).is("left"))
    begin -= 2;
  else if (begin > 0 && at(begin - 1).is("left"))
    --begin;
  return begin == end ? tokens_.size() - 1 : begin;
}

/// `Kari 12-6, 0-0 = 68 (double blank 50)`: what is left, and what it comes to.
bool ScribbleReader::read_counted() {
  std::size_t sign = at_;
  while (at(sign).kind != Token::Kind::end && !at(sign).is_sign("=")) ++sign;
  if (!at(sign).spaced || !at(sign + 1).is_number() || !has_only_tiles(at_, sign)) return false;
  const std::size_t end = behind_bracket(sign + 2 + (is_use(sign + 2, WordUse::points) ? 1 : 0));
  if (at(end).kind != Token::Kind::end) return false;
  counted_ = dsl::whole_number<std::int32_t>(at(sign + 1).text);
  if (!counted_) return false;
  tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(sign), tokens_.end() - 1);
  return true;
}

/// `Sal 9-0 left over`: below the end of the round.
bool ScribbleReader::read_left_behind() {
  if (read_counted()) return true;
  const std::size_t left = begin_of_left();
  if (after_end_ && (here().is("just") || here().is("only")) && has_only_tiles(at_ + 1, tokens_.size() - 1)) {
    ++at_;
    return true;
  }
  if (left + 1 >= tokens_.size() || left <= at_ || at(left).is("in") || !has_only_tiles(at_, left))
    return false;
  tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(left), tokens_.end() - 1);
  return true;
}

/// A shared train by its kind, perhaps with its number behind it: `Mexican`, `side 1`, `side1`, `side one`.
std::optional<ScribbleReader::SharedTrain> ScribbleReader::shared_train_at(std::size_t index) const {
  if (vocabulary_ == nullptr || !at(index).is_word()) return std::nullopt;
  const auto is_shared = [&](const std::string& name) {
    const int train = find_train(vocabulary_->program(), header_, name).train;
    return train >= 0 && vocabulary_->program().trains[static_cast<std::size_t>(train)].owner < 0;
  };
  const auto number = half_at(index + 1);
  const bool is_colon = at(index + 2).is_sign(":") && !at(index + 2).spaced && at(index + 3).spaced;
  if (number && (is_colon || !tile_at(index + 1)) &&
      is_shared_train(vocabulary_->program(), at(index).text)) {
    const std::string name = at(index).text + std::to_string(*number);
    if (is_shared(name)) return SharedTrain{name, index + 2};
  }
  const bool is_numbered = dsl::is_digit(at(index).text.back()) && is_shared(at(index).text);
  if (is_numbered || is_shared_train(vocabulary_->program(), at(index).text))
    return SharedTrain{at(index).text, index + 1};
  return std::nullopt;
}

/// `starts with`, `began:`, `engine`: in front of the first tile.
bool ScribbleReader::opens_turn(std::size_t index) const {
  const bool is_opening = is_use(index, WordUse::opening) || at(index).is("engine") || at(index).is("first");
  if (!is_opening || is_declared(index)) return false;
  return tile_at(behind_opening(index)).has_value();
}

std::size_t ScribbleReader::behind_opening(std::size_t index) const {
  ++index;
  while (at(index).is("with") || at(index).is("first") || at(index).is_sign(":") || at(index).is_sign(".") ||
         at(index).is_sign(",") || is_use(index, WordUse::article) || behind_bracket(index) > index)
    index = std::max(index + 1, behind_bracket(index));
  return index;
}

/// Behind a remark in brackets: `(she spoke first)`, `(biggest = 11-11)`; where there is none, the same
/// index.
std::size_t ScribbleReader::behind_bracket(std::size_t index) const {
  const auto tile = tile_at(index);
  if (!at(index).is_sign("(") || (tile && std::max(tile->a, tile->b) <= highest())) return index;
  std::size_t close = index + 1;
  std::size_t words = 0;
  for (; at(close).kind != Token::Kind::end && !at(close).is_sign(")") && !at(close).is_sign("("); ++close) {
    const NotationWord* const word = word_at(close);
    const bool is_act = word != nullptr && (word->use == WordUse::draw || word->use == WordUse::take ||
                                            word->use == WordUse::pass || word->use == WordUse::mark);
    if (is_act || is_declared(close)) return index;
    if (at(close).is_word()) ++words;
  }
  return at(close).is_sign(")") && words > 0 ? close + 1 : index;
}

void ScribbleReader::skip_opening() {
  if (opens_turn(at_)) at_ = behind_opening(at_);
}

/// `(3)`, `3:`, `3 -`, `no. 3`, `3`: only in front of somebody's turn.
void ScribbleReader::skip_turn_number() {
  const std::size_t begin = at_;
  const bool bracket = takes_sign("(");
  if (takes_use(WordUse::no) || takes_use(WordUse::number_sign)) takes_any_sign(".");
  if (here().is_number()) {
    ++at_;
    if (!bracket || takes_sign(")")) {
      takes_any_sign(".):-");
      if (at_subject()) return;
    }
  }
  at_ = begin;
}

/// `Ann left`, `Ann's hand`, `Ann has`, `Ann's train:`.
const LineKind* ScribbleReader::kind_behind_name() {
  if (here().is("left") || here().is("hand")) return find_line_kind(here().small);
  const std::size_t left = begin_of_left();
  if (here().is("has") || here().is("holds") || (here().is("had") && has_only_tiles(at_ + 1, left))) {
    // `has 9-0 left`, but `has two tiles left`
    bool is_left = after_end_;
    if (left + 1 < tokens_.size() && left > at_ + 1) {
      bool is_counted = false;
      for (std::size_t i = at_ + 1; i < left; ++i) is_counted = is_counted || is_use(i, WordUse::thing);
      is_left = is_left || (!is_counted && !at(left).is("in"));
      tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(left), tokens_.end() - 1);
    }
    has_ = !is_left;
    return find_line_kind(is_left ? LineRow<LeftLine>::word : LineRow<HandLine>::word);
  }
  // `Ken's side train: 7-5`
  if (vocabulary_ != nullptr && here().is_word() && is_use(at_ + 1, WordUse::train) &&
      at(at_ + 2).is_sign(":") && at_ > 0 && at(at_ - 1).is("s")) {
    std::size_t before = at_ - 1;
    while (before > 0 && !name_at(before)) --before;
    const auto owner = name_at(before);
    const std::string kind = "." + here().text;
    if (owner && owner->seat != no_seat &&
        find_train(vocabulary_->program(), header_, short_name(header_, owner->seat) + kind).train >= 0) {
      kind_of_train_ = kind;
      ++at_;
      return find_line_kind(LineRow<TrainLine>::word);
    }
  }
  // `Lu's ends in 12`
  if (at_ > 0 && at(at_ - 1).is("s") && (here().is("ends") || here().is("ended"))) {
    --at_;
    return find_line_kind(LineRow<TrainLine>::word);
  }
  const bool is_train = is_use(at_, WordUse::train) &&
                        (at(at_ + 1).is_sign(":") || halves_at(at_ + 1) || tells_of_end(at(at_ + 1)));
  return is_train ? find_line_kind(LineRow<TrainLine>::word) : nullptr;
}

/// `next Ann`, `Next player: Ann`, `Ann's turn`, `Ann is next`, `Ann to play`, and nothing more.
bool ScribbleReader::read_next_turn() {
  const std::size_t begin = at_;
  const bool is_named_last = here().is("next");
  if (is_named_last) {
    ++at_;
    if (here().is("player")) ++at_;
    takes_any_sign(":");
  }
  const std::size_t first = at_;
  const auto name = name_at(at_);
  if (name) at_ = name->next;
  if (name && !is_named_last) {
    if (takes_possessive() && here().is("turn"))
      ++at_;
    else if (here().is("first") && at(at_ + 1).is("turn") && at_ > name->next) {
      first_turn_ = name->seat;
      at_ += 2;
    } else if ((here().is("is") && at(at_ + 1).is("next")) ||
               (is_use(at_, WordUse::onto) && is_use(at_ + 1, WordUse::lay)))
      at_ += 2;
    else
      at_ = begin;
  }
  // `Ann first, by lot`, `Ann 1st (lot)`
  const std::size_t ordinal = name ? name->next + (at(name->next).is("is") ? 1 : 0) : at_;
  const bool is_first = at(ordinal).is("first") || (at(ordinal).text == "1" && at(ordinal + 1).is("st"));
  if (name && is_first && at_ == begin) {
    std::size_t index = ordinal + (at(ordinal).is("first") ? 1 : 2);
    if (at(index).is_sign(",") || at(index).is_sign("(")) ++index;
    if (at(index).is("by")) ++index;
    if (at(index).is("lot")) ++index;
    if (at(index).is_sign(")")) ++index;
    if (ends_sentence(at(index))) {
      at_ = tokens_.size() - 1;
      put_close(LineRow<FirstLine>::word, begin);
      put(short_name(header_, name->seat), begin);
      return true;
    }
  }
  takes_any_sign(".!");
  if (!name || at_ == begin || !at_end()) {
    at_ = begin;
    return false;
  }
  put_close("turn", begin);
  put(short_name(header_, name->seat), first);
  return true;
}

/// `Ann has knocked`, `Ann is waiting`, `Ann has the doubles marker`, and nothing more: a fact of the rules
/// that is so of a player, or that is a player.
bool ScribbleReader::read_fact() {
  if (vocabulary_ == nullptr) return false;
  const std::size_t begin = at_;
  const auto name = name_at(begin);
  if (!name || name->seat == no_seat) return false;
  std::size_t index = name->next;
  // `Cem's gate is open`: whether that is so or not is not read out of words.
  if (at(index).is_sign("'") && at(index + 1).is("s") && is_fact(at(index + 2).small)) {
    const std::string& fact = at(index + 2).text;
    return complain(index + 2, index + 2, NotationCode::unknown_act, "'" + fact + "' is no act but a fact",
                    "where it is so write: fact " + short_name(header_, name->seat) + "." + fact);
  }
  if (!at(index).is("has") && !at(index).is("is") && !at(index).is("was")) return false;
  ++index;
  if (at(index).is("been")) ++index;
  if (is_use(index, WordUse::article)) ++index;
  const std::size_t first = index;
  std::string words;
  for (; at(index).is_word(); ++index) words += at(index).small;
  if (at(index).is_sign(".")) ++index;
  if (words.empty() || at(index).kind != Token::Kind::end) return false;
  const engine::Rules& program = vocabulary_->program();
  for (std::size_t i = 0; i < program.facts.size(); ++i) {
    const dsl::FactSlot& fact = program.facts[i];
    if (dsl::replaced(folded(program.fact_names[i]), "_", "") != words) continue;
    const std::string& player = short_name(header_, name->seat);
    const bool is_of_player = fact.of == dsl::Scope::player && fact.type == dsl::Type::truth;
    if (!is_of_player && (fact.has_receiver() || fact.type != dsl::Type::player)) return false;
    put_close("fact", begin);
    put(is_of_player ? player + "." + program.fact_names[i] : program.fact_names[i] + " " + player, first);
    at_ = index;
    return true;
  }
  return false;
}

/// `drew`, `passes`, or an act of the variant.
bool ScribbleReader::at_act_word() const {
  const NotationWord* const word = word_at(at_);
  if (word != nullptr)
    return word->use == WordUse::draw || word->use == WordUse::take || word->use == WordUse::pass ||
           word->use == WordUse::lay || word->use == WordUse::mark || word->use == WordUse::nomark;
  return here().is_word() && vocabulary_ != nullptr && vocabulary_->find_act(here().text) != nullptr;
}

/// True of an act of the variant.
bool ScribbleReader::is_declared(std::size_t index) const {
  return at(index).is_word() && vocabulary_ != nullptr && vocabulary_->find_act(at(index).text) != nullptr;
}

/// The same, or words that are acts together: `no go`, `an 11-6`.
bool ScribbleReader::at_acts() const {
  const bool cannot = (here().is("can") || here().is("couldn")) && at(at_ + 1).is_sign("'");
  const bool is_run = here().is_number() && at(at_ + 1).is_number();
  const bool is_undone = is_use(at_, WordUse::no) && is_declared(at_ + 1);
  // `dr` is refused with a proposal.
  return at_act_word() || here().is("dr") || cannot || is_run || is_undone || is_use(at_, WordUse::unable) ||
         is_use(at_, WordUse::nothing) || is_use(at_, WordUse::missing) || is_use(at_, WordUse::covering) ||
         (is_use(at_, WordUse::no) && (is_use(at_ + 1, WordUse::going) || is_use(at_ + 1, WordUse::lay))) ||
         (is_use(at_, WordUse::article) && tile_at(at_ + 1)) || behind_out(at_) != at_ || opens_turn(at_) ||
         ((here().is("had") || here().is("has")) &&
          (is_use(at_ + 1, WordUse::onto) || tile_at(at_ + 1) || tile_at(at_ + 2))) ||
         (is_use(at_, WordUse::no) &&
          (at(at_ + 1).is_number() || at(at_ + 1).is_sign(",") || at(at_ + 1).is_sign("."))) ||
         (is_use(at_, WordUse::joint) && (is_use(at_ + 1, WordUse::unable) || is_use(at_ + 1, WordUse::no) ||
                                          is_use(at_ + 1, WordUse::nothing)));
}

bool ScribbleReader::read_turn_of(const Name& name, std::size_t begin) {
  at_ = name.next;
  takes_possessive();
  if (const LineKind* const kind = name.seat == no_seat ? nullptr : kind_behind_name()) {
    ++at_;
    return read_line_of(*kind, name);
  }
  if (!name.whole && here().is_sign("?") && at(at_ + 1).kind == Token::Kind::end) {
    put_close(short_name(header_, name.seat) + ": ?", begin);
    ++at_;
    return true;
  }
  const bool has_sign = takes_any_sign(":-;=,.>") || takes_sign("::") || takes_sign("--") ||
                        takes_sign("->") || takes_sign("=>");
  // The beginning of a name and no sign behind it may be any word, but not in front of an act.
  const bool is_left = name.seat != no_seat && read_left_behind();
  if (!name.whole && !has_sign && !tile_at(at_) && !at_acts() && !guesses_remarks_ && !is_left) return false;
  if (is_left) {
    // Tiles in a position, of which only the number is known, are a hand's.
    bool is_counted = false;
    for (std::size_t i = at_; i + 1 < tokens_.size(); ++i)
      is_counted = is_counted || (half_at(i) && !tile_at(i));
    has_ = is_counted && !after_end_ && !counted_;
    if (counted_) player_ = name.seat;
    return read_line_of(*find_line_kind(has_ ? LineRow<HandLine>::word : LineRow<LeftLine>::word), name);
  }
  player_ = name.seat;
  // `Lu engine 12-12`: nobody's turn.
  if (here().is("engine") && name.seat != no_seat && !is_declared(at_)) {
    const auto tile = tile_at(behind_opening(at_));
    if (tile && ends_sentence(at(tile->next))) {
      put_close(LineRow<EngineLine>::word, begin);
      put(tile->text(), at_);
      put(short_name(header_, name.seat), begin);
      at_ = tokens_.size() - 1;
      return true;
    }
  }
  // `Ann is out`, and nothing else.
  if (const std::size_t end = behind_out(at_); end != at_ && name.seat != no_seat) {
    put_close(std::string(LineRow<LeftLine>::word) + " " + short_name(header_, name.seat) + ":", begin);
    at_ = end;
    return true;
  }
  put_close((name.seat == no_seat ? std::string("referee") : short_name(header_, name.seat)) + ":", begin);
  skip_opening();
  return read_acts();
}

/// Reads the fields of a line in whatever way people write them. Some end the line themselves.
class ScribbleReader::LineFields : public AnyField {
 public:
  LineFields(ScribbleReader& reader, std::optional<Name> whose) : r_(reader), whose_(whose) {}

  /// `: 11`, `no. 11`, `#11`, `eleven`.
  bool number(const char*, std::int32_t, const NumberForm&) {
    r_.takes_any_sign(":#=");  // a dash may be a minus
    if (r_.takes_use(WordUse::no) || r_.takes_use(WordUse::number_sign)) r_.takes_any_sign(".");
    r_.takes_any_sign("#");
    const std::size_t first = r_.at_;
    if ((r_.here().is("about") || r_.here().is("some") || r_.here().is("around")) &&
        r_.at(first + 1).is_number())
      return r_.unclear(first, first + 1, "how many there were is not sure", "write a number",
                        {r_.at(first + 1).text});
    if (r_.here().is("empty") || r_.is_use(first, WordUse::nothing))
      put_next("0");
    else if (const NotationWord* word = r_.word_at(first); word != nullptr && word->use == WordUse::number)
      put_next(std::to_string(word->number));
    else if (r_.here().is_number())
      put_next(r_.here().text);
    else
      return false;
    r_.takes_use(WordUse::thing);
    r_.takes_any_sign(":.");
    return r_.at_end();
  }
  /// Words behind it are a remark: `2, near the end`, `3 - Jo's`, `4 (only the last goes)`.
  bool label(const char*, const std::string&) {
    // `rd. 12`
    r_.takes_any_sign(".");
    const std::size_t before = r_.out_.text.size();
    const std::size_t begin = r_.at_;
    if (number(nullptr, 0, {})) return true;
    // `1 (double 7)`: where the number is that of the round, the label is the double that is due.
    std::size_t i = r_.at_;
    while (r_.at(i).kind == Token::Kind::sign || r_.is_use(i, WordUse::article)) ++i;
    if (const auto tile = r_.tile_at(i); tile && tile->a == tile->b) {
      const bool is_remark = r_.at(tile->next).is_sign(",") && r_.at(tile->next + 1).spaced;
      std::size_t end = tile->next;
      while (r_.at(end).kind == Token::Kind::sign) ++end;
      if (is_remark || r_.at(end).kind == Token::Kind::end) {
        r_.out_.cut(before);
        const Token& sign = r_.at(r_.at_);
        if (is_remark) r_.remark_ = r_.plain_.origin_of(sign.begin, sign.end).begin;
        r_.at_ = r_.tokens_.size() - 1;
        r_.put(std::to_string(tile->a), begin);
        return true;
      }
    }
    const std::size_t last = r_.at_ - 1;
    const bool is_pointed = r_.at_ > 1 && r_.at(last).kind == Token::Kind::sign;
    const std::size_t behind_number = is_pointed ? last - 1 : last;
    const bool is_number =
        r_.at_ > 0 && (r_.at(behind_number).is_number() || r_.is_use(behind_number, WordUse::number));
    const bool is_sign =
        r_.here().is_sign(",") || r_.here().is_sign("-") || r_.here().is_sign(":") || r_.here().is_sign(";");
    const std::size_t remark = r_.at_ + (is_sign ? 1 : 0);
    if (!is_number || !(is_pointed || is_sign || r_.here().is_sign("(")) || !r_.at(remark).spaced ||
        r_.at(remark).kind == Token::Kind::end)
      return false;
    r_.remark_ = r_.plain_.origin_of(r_.at(remark).begin, r_.at(remark).end).begin;
    r_.at_ = r_.tokens_.size() - 1;
    return true;
  }

  /// `: double_blank = 50, draws = 2`.
  bool options(const char*, const std::vector<OptionField>&) {
    while (true) {
      r_.skip_joints();
      if (r_.at_end()) return true;
      const std::size_t first = r_.at_;
      if (!r_.here().is_word()) return false;
      ++r_.at_;
      if (!r_.takes_any_sign("=:")) return false;
      const std::size_t value = r_.at_;
      if (r_.here().is_sign("-") && r_.at(value + 1).is_number()) ++r_.at_;
      const Token::Kind kind = r_.here().kind;
      if (kind != Token::Kind::word && kind != Token::Kind::number && kind != Token::Kind::quoted)
        return false;
      ++r_.at_;
      const std::size_t begin = r_.at(value).begin;
      r_.put(r_.at(first).text + "=" + r_.plain_.text.substr(begin, r_.at(r_.at_ - 1).end - begin), first);
    }
  }

  /// Of somebody who is no player yet.
  bool newcomer(const PlayerField&) {
    if (!r_.here().is_word()) return false;
    put_next(r_.here().text);
    if (r_.takes_sign("=")) {
      if (r_.here().kind != Token::Kind::quoted) return false;
      ++r_.at_;
      r_.put_close("=" + r_.at(r_.at_ - 1).text, r_.at_ - 1);
    }
    return skip_fillers();
  }
  /// `in`, `us at the table`.
  bool skip_fillers() {
    constexpr std::array<std::string_view, 8> fillers{"in",    "us",  "the",  "game",
                                                      "table", "now", "late", "too"};
    const auto is_filler = [&] {
      return any_of(fillers, [&](std::string_view word) { return r_.here().is(word); });
    };
    while (is_filler() || r_.here().is_sign(",")) ++r_.at_;
    return true;
  }
  bool player_behind(const char* word, Seat) {
    if (!r_.here().is(word) && !r_.here().is("behind")) return true;
    put_next(word);
    return r_.takes_player();
  }
  bool number_behind(const char* word, std::int32_t, const NumberForm&) {
    r_.takes_any_sign(",");
    if (!r_.here().is(word) && !r_.here().is(std::string(word) + "d")) return true;
    put_next(word);
    if (!r_.here().is_number()) return false;
    put_next(r_.here().text);
    return true;
  }

  bool seat_tiles(const char*, const std::vector<SeatTile>&) {
    while (true) {
      r_.skip_joints();
      if (r_.at_end()) return true;
      if (!r_.takes_player()) return false;
      r_.takes_any_sign(":=,-");
      if (!face_up(nullptr, {})) return false;
    }
  }
  bool passes_or_draws(std::int32_t, const std::vector<SeatTile>& draws) {
    const std::size_t first = r_.at_;
    const bool behind = r_.here().is("x") && r_.at(first + 1).is_number();
    const bool in_front = r_.here().is_number() && (r_.at(first + 1).is("x") || r_.at(first + 1).is("times"));
    if (!behind && !in_front) return seat_tiles(nullptr, draws);
    r_.at_ += 2;
    r_.put("x" + r_.at(behind ? first + 1 : first).text, first);
    return r_.at_end();
  }

  bool player(const char*, Seat) { return whose_ || r_.takes_player(); }
  /// Perhaps in brackets.
  bool player_if_any(const char*, Seat) {
    r_.skip_joints();
    // `engine 7-7, covered`
    if (r_.is_use(r_.at_, WordUse::covering) && r_.at(r_.at_ + 1).kind == Token::Kind::end) ++r_.at_;
    if (r_.at_end() || r_.read_remark(false)) return true;
    const bool bracket = r_.takes_sign("(");
    return r_.takes_player() && (!bracket || r_.takes_sign(")")) && r_.at_end();
  }
  bool owner(const char*, Seat) {
    std::size_t first = r_.at_ - 1;
    if (!whose_) {
      r_.takes_use(WordUse::article);
      first = r_.at_;
      whose_ = r_.name_at(first);
      if (!whose_) return false;
      r_.at_ = whose_->next;
      r_.takes_possessive();
    }
    r_.put(short_name(r_.header_, whose_->seat) + ":", first);
    r_.takes_any_sign(":,=");
    return true;
  }
  bool tiles(const char*, const std::vector<WrittenTile>&) {
    if (r_.takes_use(WordUse::nothing) ||
        (r_.here().is_sign("-") && r_.at(r_.at_ + 1).kind == Token::Kind::end)) {
      r_.takes_any_sign("-.");
      return r_.at_end();
    }
    r_.takes_any_sign("-");
    while (r_.here().is("with") || r_.here().is("just") || r_.here().is("only") ||
           (r_.is_use(r_.at_, WordUse::article) && !r_.tile_at(r_.at_)))
      ++r_.at_;
    const NotationWord* const word = r_.word_at(r_.at_);
    const bool is_in_words = word != nullptr && word->use == WordUse::number;
    const bool is_counted =
        (r_.here().is_number() || is_in_words) &&
        (r_.is_use(r_.at_ + 1, WordUse::thing) ||
         (r_.at(r_.at_ + 1).kind == Token::Kind::end && (is_in_words || r_.here().text.size() < 3)));
    if (!is_counted) return r_.read_tiles();
    put_next("?x" + (is_in_words ? std::to_string(word->number) : r_.here().text));
    r_.takes_use(WordUse::thing);
    r_.takes_any_sign(".");
    return r_.at_end();
  }
  bool shown_tiles(const char*, const std::vector<WrittenTile>&) { return r_.read_tiles(); }
  bool face_up(const char*, const WrittenTile&) {
    const std::size_t first = r_.at_;
    const auto tile = r_.any_tile();
    if (!tile) return false;
    r_.at_ = tile->next;
    r_.put(tile->text(), first);
    return true;
  }
  /// Of a position; the sides of doubles have brackets, and are written as in the notation.
  bool own(const TrainLine&) {
    const std::size_t first = r_.at_;
    std::string train;
    if (whose_) {
      train = short_name(r_.header_, whose_->seat) + r_.kind_of_train_;
    } else {
      if (r_.here().is("of")) ++r_.at_;
      if (!r_.here().is_word()) return false;
      const std::size_t named = r_.at_;
      const auto name = r_.name_at(named);
      const auto shared = name && name->whole ? std::nullopt : r_.shared_train_at(named);
      train = name && name->whole ? short_name(r_.header_, name->seat)
              : shared            ? shared->name
                                  : r_.here().text;
      r_.at_ = name && name->whole ? name->next : shared ? shared->next : r_.at_ + 1;
      if (r_.here().is_sign(".") && r_.at(r_.at_ + 1).is_word() && !r_.at(r_.at_ + 1).spaced) {
        train += "." + r_.at(r_.at_ + 1).text;
        r_.at_ += 2;
      }
      r_.takes_possessive();
      r_.takes_use(WordUse::train);
      if (shared && r_.here().is("end")) ++r_.at_;
      if (is_first_of_kind(train)) train += "1";
      if (!knows_train(train, named)) return false;
    }
    r_.put(train + ":", first);
    r_.takes_any_sign(":,=-");
    // `not started`
    if (r_.here().is("is") && (r_.at(r_.at_ + 1).is("not") || r_.at(r_.at_ + 1).is("empty"))) ++r_.at_;
    const bool is_empty = r_.here().is("not") || r_.here().is("empty");
    if (is_empty) {
      const bool is_not = r_.here().is("not");
      ++r_.at_;
      if (is_not && r_.here().is("yet")) ++r_.at_;
      if (is_not && !r_.here().is("started") && !r_.here().is("begun") && !r_.here().is("there"))
        return false;
      if (is_not) ++r_.at_;
      if (r_.here().is("yet")) ++r_.at_;
      return pieces_of_train();
    }
    bool is_cut = false;
    if (r_.takes_sign("...")) {
      is_cut = true;
      r_.put("...", r_.at_ - 1);
    }
    r_.takes_any_sign(",");
    const std::size_t begin = r_.at_;
    if (const auto open = open_end(is_cut)) {
      if (!is_cut) r_.put("...", begin);
      r_.takes_any_sign(",");
      // In front of a tile it is where that joins.
      if (!r_.halves_at(r_.at_)) r_.put("shows " + std::to_string(*open), begin);
    }
    return pieces_of_train();
  }
  /// Of several that are called so and of which none is written with a number.
  bool is_first_of_kind(const std::string& train) const {
    if (r_.vocabulary_ == nullptr) return false;
    const TrainMatch match = find_train(r_.vocabulary_->program(), r_.header_, train);
    return match.train >= 0 && match.any_of_kind;
  }
  /// False, with a complaint: there is no train of this name, or there are several.
  bool knows_train(const std::string& train, std::size_t at) {
    if (r_.vocabulary_ == nullptr) return true;
    const TrainMatch match = find_train(r_.vocabulary_->program(), r_.header_, train);
    if (match.train >= 0 && !match.any_of_kind) return true;
    const std::string several = "there are several trains '" + train + "'";
    return r_.complain(at, at, NotationCode::unknown_place, match.any_of_kind ? several : match.reason,
                       match.any_of_kind ? "write its number behind it: " + train + "2" : match.help);
  }
  /// `?-5`, `... 5`, `ends in 5`, `open end 5`: the number at the end of tiles that nobody wrote down.
  std::optional<int> open_end(bool is_cut) {
    const std::size_t begin = r_.at_;
    if (const auto tile = r_.halves_at(begin); tile && tile->a < 0 && tile->b >= 0) {
      r_.at_ = tile->next;
      return tile->b;
    }
    constexpr std::array<std::string_view, 7> ends{"ends", "ending", "ended", "end", "open", "shows", "is"};
    constexpr std::array<std::string_view, 6> between{"end", "in", "on", "at", "with", "is"};
    const auto is_in = [&](const auto& words) {
      return any_of(words, [&](std::string_view word) { return r_.here().is(word); });
    };
    if (is_in(ends) || is_cut) {
      while (is_in(ends) || is_in(between) || r_.is_use(r_.at_, WordUse::article)) ++r_.at_;
      const auto half = r_.halves_at(r_.at_) ? std::nullopt : r_.half_at(r_.at_);
      if (half) {
        ++r_.at_;
        return half;
      }
    }
    r_.at_ = begin;
    return std::nullopt;
  }
  bool own(const DebtLine&) { return pieces(); }
  bool own(const TurnNowLine&) { return pieces(); }
  /// The names of facts have dots in them.
  bool own(const FactLine&) { return false; }
  bool own(const NothingElseLine&) {
    if (!pieces()) return false;
    // `nothing else open`
    constexpr std::string_view words = "nothing else";
    if (r_.out_.text.starts_with(words) && r_.out_.text.size() > words.size() &&
        any_of(std::to_array<std::string_view>({" open", " uncovered", " up", " lies"}),
               [&](std::string_view more) { return r_.out_.text == std::string(words) + std::string(more); }))
      r_.out_.cut(words.size());
    return true;
  }
  /// `and her marker is up`, `no marker`: of a marker nothing but that it is there is written.
  bool pieces_of_train() {
    is_train_ = true;
    return pieces();
  }
  bool skips_words_of_marker() {
    const std::size_t begin = r_.at_;
    const auto is_mark = [&](std::size_t at) { return r_.is_use(at, WordUse::mark); };
    std::size_t index = begin;
    if (r_.is_use(index, WordUse::no) || r_.at(index).is("without") || r_.at(index).is("not") ||
        r_.at(index).is("isn")) {
      ++index;
      if (r_.at(index).is_sign("'")) index += 2;
      if (r_.is_use(index, WordUse::article)) ++index;
      if (!is_mark(index)) return false;
      r_.at_ = index + 1;
      if (r_.stands_where_put()) ++r_.at_;
      return true;
    }
    while ((r_.is_use(index, WordUse::own) || r_.is_use(index, WordUse::article) || r_.at(index).is("with") ||
            r_.at(index).is("has") || r_.at(index).is("is")))
      ++index;
    if (index == begin || !is_mark(index)) return false;
    r_.at_ = index;
    return true;
  }
  /// `(6-2)`, `()`: tiles at the side of a double.
  bool side_of_double() {
    if (!r_.here().is_sign("(")) return false;
    std::size_t index = r_.at_ + 1;
    std::string tiles;
    while (const auto tile = r_.halves_at(index)) {
      tiles += (tiles.empty() ? "" : " ") + tile->text();
      index = tile->next;
    }
    if (!r_.at(index).is_sign(")")) return false;
    const std::size_t first = std::exchange(r_.at_, index + 1);
    r_.put("(" + tiles + ")", first);
    return true;
  }
  /// Tiles, names, words and numbers, without the signs between them.
  bool pieces() {
    while (true) {
      while (r_.takes_any_sign(":,;&.") || r_.takes_use(WordUse::joint)) {
      }
      if (r_.at_end()) return true;
      if (is_train_ && (skips_words_of_marker() || side_of_double())) continue;
      if (r_.here().is_sign("(") && r_.read_remark(false)) return true;
      const std::size_t first = r_.at_;
      const auto halves = r_.halves_at(first);
      const auto tile = halves ? halves : r_.double_at(first);
      if (tile) {
        r_.at_ = tile->next;
        r_.put(tile->text(), first);
      } else if (const auto name = r_.name_at(first); name && name->whole) {
        r_.takes_player();
      } else if (r_.here().is_word() || r_.here().is_number() || r_.here().is_sign("...")) {
        const bool is_marker = r_.is_use(first, WordUse::mark);
        put_next(r_.here().text);
        if (is_marker && is_train_ && (r_.here().is("is") || r_.here().is("was"))) ++r_.at_;
        if (is_marker && is_train_ && r_.is_use(r_.at_, WordUse::onto) && r_.is_use(r_.at_ + 1, WordUse::it))
          r_.at_ += 2;
        if (is_marker && r_.stands_where_put()) ++r_.at_;
        if (is_marker && r_.here().is_sign("?")) {
          ++r_.at_;
          r_.put_close("?", r_.at_ - 1);
        }
      } else {
        return false;
      }
    }
  }
  /// Chance speaks in names of rules only.
  bool chance(const ChanceLine&) { return false; }

  bool reference(const char*, const Reference&) {
    r_.takes_any_sign(":,-");
    const std::size_t first = r_.at_;
    if (r_.at_end()) return false;
    // It is one piece, whatever it is made of.
    ++r_.at_;
    while (!r_.at_end() && !r_.here().spaced && r_.here().kind != Token::Kind::quoted) ++r_.at_;
    std::size_t last = r_.at_;
    while (last > first + 1 &&
           (r_.at(last - 1).is_sign(":") || r_.at(last - 1).is_sign(",") || r_.at(last - 1).is_sign(";")))
      --last;
    const std::string written =
        r_.plain_.text.substr(r_.at(first).begin, r_.at(last - 1).end - r_.at(first).begin);
    if (!parse_reference(written)) return false;
    r_.put(written, first);
    r_.takes_any_sign(":,;-");
    return true;
  }
  /// A remark may lack its quotation marks.
  bool note(const char*, const std::string&) {
    if (r_.at_end()) return true;
    if (r_.here().kind == Token::Kind::quoted) {
      put_next(r_.here().text);
      r_.takes_any_sign(".");
      return r_.at_end();
    }
    const std::size_t begin = r_.at_;
    const std::string remark = r_.quoted_from_here();
    r_.at_ = r_.tokens_.size() - 1;
    r_.put(remark, begin);
    return true;
  }

  bool seat_numbers(const char*, const std::vector<SeatPoints>&, const NumberForm&) {
    while (true) {
      r_.skip_joints();
      if (r_.at_end() || (r_.here().is_sign("(") && r_.read_remark(false))) return true;
      if (!r_.takes_player()) return false;
      r_.takes_any_sign(":=,");
      const std::size_t first = r_.at_;
      const bool minus = r_.here().is_sign("-");
      if (minus || r_.here().is_sign("+")) {
        if (r_.at(first + 1).spaced || !r_.here().spaced)
          return r_.unclear(first, first, "this dash may be a minus",
                            "write the points behind the name: score Ann 48 Bob -5");
        ++r_.at_;
      }
      if (!r_.here().is_number()) return false;
      const std::string number = r_.here().text;
      ++r_.at_;
      r_.put((minus ? "-" : "") + number, first);
      r_.takes_use(WordUse::points);
      // The last bracket becomes a comment.
      const std::size_t behind = r_.behind_bracket(r_.at_);
      if (r_.at(behind).kind != Token::Kind::end) r_.at_ = behind;
    }
  }

 private:
  /// The token here stands for this text.
  void put_next(std::string_view text) {
    ++r_.at_;
    r_.put(text, r_.at_ - 1);
  }

  ScribbleReader& r_;
  std::optional<Name> whose_;
  bool is_train_ = false;
};

bool ScribbleReader::read_line_of(const LineKind& kind, std::optional<Name> whose) {
  const std::size_t begin = whose ? whose->next - 1 : at_ == 0 ? 0 : at_ - 1;
  if (kind.site != LineSite::heading) takes_any_sign(":,-=");
  takes_sign("::");
  put_close(kind.word, begin);
  LineFields fields(*this, whose);
  if (!each_field_of(fields, kind.empty())) return false;
  takes_any_sign(".!");
  return at_end() || (read_remark(false) && at_end());
}

/// `W 7, X 23, Y 21`: every player once, with a number.
bool ScribbleReader::read_scores() {
  const std::size_t begin = at_;
  std::size_t index = begin;
  // `pts: Ann 0, Ben 9`
  if (is_use(index, WordUse::points) && at(index + 1).is_sign(":")) index += 2;
  const std::size_t first = index;
  std::vector<Seat> seats;
  while (true) {
    while (is_use(index, WordUse::joint) || at(index).is_sign(",") || at(index).is_sign(";")) ++index;
    const auto name = name_at(index);
    if (!name || name->seat == no_seat || contains(seats, name->seat)) break;
    index = name->next;
    while (at(index).is_sign(":") || at(index).is_sign("=")) ++index;
    if (!at(index).is_number() || tile_at(index)) break;
    ++index;
    if (is_use(index, WordUse::points)) ++index;
    index = behind_bracket(index);
    seats.push_back(name->seat);
  }
  // `Ann 12, the others 0`
  std::size_t others = index + (is_use(index, WordUse::article) ? 1 : 0);
  std::optional<std::string> of_others;
  if (!seats.empty() && (at(others).is("others") || at(others).is("rest"))) {
    ++others;
    while (at(others).is_sign(":") || at(others).is_sign("=")) ++others;
    if (at(others).is_number() || is_use(others, WordUse::nothing)) {
      of_others = at(others).is_number() ? at(others).text : "0";
      index = others + 1;
    }
  }
  const bool is_remark = at(index).is_sign("(") && at(tokens_.size() - 2).is_sign(")");
  // Below what is left the points of one may be all there are.
  const bool are_all = seats.size() > 1 && seats.size() == header_.players.size();
  if (!(are_all || of_others || (after_end_ && !seats.empty())) || !(ends_sentence(at(index)) || is_remark))
    return false;
  at_ = first;
  // The fields are those of a line that names itself.
  LineFields fields(*this, std::nullopt);
  put_close(LineRow<ScoreLine>::word, begin);
  const bool is_read = fields.seat_numbers(nullptr, {}, {});
  if (!of_others) return is_read && at_end();
  // It stops at `others`, who are no player.
  if (complaint_) return false;
  for (std::size_t seat = 0; seat < header_.players.size(); ++seat)
    if (!contains(seats, static_cast<Seat>(seat)))
      put(short_name(header_, static_cast<Seat>(seat)) + " " + *of_others, begin);
  at_ = tokens_.size() - 1;
  return true;
}

/// `Ann owes the 9-9`, `Ann to cover the 9-9`, `9-9 owed by Ann`, and nothing more.
bool ScribbleReader::read_debt() {
  const std::size_t begin = at_;
  const auto is_double = [](const std::optional<Tile>& tile) { return tile && tile->a == tile->b; };
  std::optional<Name> name = name_at(begin);
  std::optional<Tile> owed;
  std::size_t index = begin;
  // `the 6-6 is open`, `6-6 not covered`
  const bool is_on_train = name && at(name->next).is_sign("'") && at(name->next + 1).is("s");
  const auto open = tile_at(is_on_train ? name->next + 2 : begin + (is_use(begin, WordUse::article) ? 1 : 0));
  if ((!name || is_on_train) && is_double(open)) {
    std::size_t behind = open->next;
    while (at(behind).is("is") || at(behind).is("still") || at(behind).is("not") || at(behind).is("yet"))
      ++behind;
    const bool is_not = at(behind - 1).is("not") || at(behind - 1).is("yet");
    const bool is_open =
        at(behind).is("open") || at(behind).is("uncovered") || (is_not && is_use(behind, WordUse::covering));
    const bool is_tail = at(behind + 1).is_sign(",") && at(behind + 2).spaced;
    if (is_open && (is_tail || ends_sentence(at(behind + 1)))) {
      if (is_tail) remark_ = plain_.origin_of(at(behind + 2).begin, at(behind + 2).end).begin;
      at_ = tokens_.size() - 1;
      put_close(LineRow<DebtLine>::word, begin);
      put(open->text(), begin);
      return true;
    }
  }
  if (name) {
    index = name->next;
    const bool is_to_cover =
        (is_use(index, WordUse::onto) || at(index).is("must")) && at(index + 1).is("cover");
    if (!at(index).is("owes") && !is_to_cover) return false;
    index += is_to_cover ? 2 : 1;
    if (is_use(index, WordUse::article)) ++index;
    owed = tile_at(index);
    if (!is_double(owed)) return false;
    index = owed->next;
  } else {
    owed = tile_at(begin);
    if (!is_double(owed) || !at(owed->next).is("owed") || !at(owed->next + 1).is("by")) return false;
    name = name_at(owed->next + 2);
    if (!name) return false;
    index = name->next;
  }
  if (!ends_sentence(at(index)) || name->seat == no_seat) return false;
  at_ = tokens_.size() - 1;
  put_close(LineRow<DebtLine>::word, begin);
  put(owed->text(), begin);
  put(short_name(header_, name->seat), begin);
  return true;
}

/// `nobody had the 12-12, all drew one, Ben got it`, `no 6-6. Cem drew, Ben drew the 6-6`: the search for an
/// engine.
bool ScribbleReader::read_search() {
  const std::size_t begin = at_;
  std::size_t index = begin;
  std::size_t had = index + (at(index).is("nobody") || at(index).is("noone") ? 1 : 0);
  if (is_use(index, WordUse::no) && at(index + 1).is("one")) had = index + 2;
  if (at(index).is("none") && at(index + 1).is("of") && at(index + 2).is("us")) had = index + 3;
  if (had > index && at(had).is("had"))
    index = had + 1;
  else if (is_use(index, WordUse::no))
    ++index;
  else
    return false;
  if (is_use(index, WordUse::article)) ++index;
  const auto wanted = tile_at(index);
  if (!wanted || wanted->a != wanted->b) return false;
  index = wanted->next;
  const auto skip_signs = [&] {
    while (at(index).is_sign(",") || at(index).is_sign(".") || at(index).is_sign(":") ||
           at(index).is_sign("-") || at(index).is_sign("!") || is_use(index, WordUse::joint))
      ++index;
  };
  const auto is_found = [&] {
    const bool is_got = at(index).is("got") || at(index).is("gets") || at(index).is("found") ||
                        at(index).is("finds") || at(index).is("had") || at(index).is("has");
    if (!is_got && !is_use(index, WordUse::draw) && !is_use(index, WordUse::take)) return false;
    std::size_t next = index + 1 + (is_use(index + 1, WordUse::article) ? 1 : 0);
    const auto tile = tile_at(next);
    if (tile && tile->a == wanted->a && tile->b == wanted->b)
      index = tile->next;
    else if (is_use(next, WordUse::it))
      index = next + 1;
    else
      return false;
    return true;
  };
  const auto skip_draw = [&] {
    ++index;
    if (is_use(index, WordUse::article)) ++index;
    if (at(index).is_number() || is_use(index, WordUse::number)) ++index;
    if (is_use(index, WordUse::thing) || is_use(index, WordUse::more)) ++index;
  };
  skip_signs();
  std::vector<std::pair<Seat, bool>> draws;
  const bool all = at(index).is("all") || at(index).is("everybody") || at(index).is("everyone");
  if (all) {
    ++index;
    if (!is_use(index, WordUse::draw) && !is_use(index, WordUse::take)) return false;
    skip_draw();
    skip_signs();
  }
  while (const auto name = name_at(index)) {
    index = name->next;
    const bool found = is_found();
    if (!found) {
      if (!is_use(index, WordUse::draw) && !is_use(index, WordUse::take)) return false;
      skip_draw();
      // `Pia drew, no`
      if (at(index).is_sign(",") && (is_use(index + 1, WordUse::no) || is_use(index + 1, WordUse::nothing)))
        index += 2;
    }
    draws.emplace_back(name->seat, found);
    skip_signs();
  }
  if (at(index).kind != Token::Kind::end || draws.empty() || !draws.back().second) return false;
  if (all) {
    const Seat finder = draws.back().first;
    draws.clear();
    for (std::size_t seat = 0; seat < header_.players.size(); ++seat)
      draws.emplace_back(static_cast<Seat>(seat), static_cast<Seat>(seat) == finder);
  }
  at_ = index;
  put_close(LineRow<SeekLine>::word, begin);
  for (const auto& [seat, found] : draws) {
    put(short_name(header_, seat), begin);
    put(found ? wanted->text() : "?", begin);
  }
  return true;
}

/// `drew for who starts: A 4-3, B 12-1`: lots.
bool ScribbleReader::read_lots() {
  if (!is_use(at_, WordUse::draw) || !at(at_ + 1).is("for") || name_at(at_)) return false;
  std::size_t index = at_ + 2;
  while (at(index).is_word() && !(name_at(index) && tile_at(index + 1))) ++index;
  if (at(index).is_sign(":")) ++index;
  const auto name = name_at(index);
  if (!name || !tile_at(name->next)) return false;
  const std::size_t begin = std::exchange(at_, index);
  LineFields fields(*this, std::nullopt);
  put_close(LineRow<LotsLine>::word, begin);
  // `. Ben first`: that follows from the lots.
  std::size_t last = tokens_.size() - 1;
  while (last > 0 && (at(last - 1).is_sign(".") || at(last - 1).is_sign("!"))) --last;
  if (last > 1 && at(last - 1).is("first") && name_at(last - 2) && !tile_at(last - 1))
    tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(last) - 2, tokens_.end() - 1);
  while (tokens_.size() > 2 && at(tokens_.size() - 2).is_sign(".")) tokens_.erase(tokens_.end() - 2);
  return fields.seat_tiles(nullptr, {}) && at_end();
}

/// `Zoe joins`, `Zoe joined us after Ann`: of somebody who is no player yet.
bool ScribbleReader::read_newcomer() {
  constexpr std::array<std::string_view, 4> forms{"joins", "joined", "join", "joining"};
  const std::size_t name = at_;
  if (!at(name).is_word() || match_player(header_, at(name).text).exact) return false;
  const Token& verb = at(name + 1);
  if (none_of(forms, [&](std::string_view form) { return verb.is(form); })) return false;
  put_close("joins", name);
  at_ = name + 2;
  put(at(name).text, name);
  LineFields fields(*this, std::nullopt);
  if (!fields.skip_fillers() || !fields.player_behind("after", no_seat) ||
      !fields.number_behind("age", 0, ages))
    return false;
  takes_any_sign(".!");
  return at_end();
}

bool ScribbleReader::takes_player() {
  const std::size_t first = at_;
  const auto name = name_at(first);
  if (!name) return false;
  at_ = name->next;
  put(short_name(header_, name->seat), first);
  return true;
}

Scribble read_scribble(const PlainLine& plain, const Header& header, const Vocabulary* vocabulary,
                       const ScribbleContext& context) {
  return ScribbleReader(plain, header, vocabulary, context).read();
}

std::optional<PlainLine> read_header_scribble(const PlainLine& plain) {
  const std::string& text = plain.text;
  std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return std::nullopt;
  const bool bracket = text[begin] == '[';
  if (bracket) begin = text.find_first_not_of(" \t", begin + 1);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t length = name_length(text, begin);
  const std::string key = lower(std::string_view(text).substr(begin, length));
  if (!find_header_field(key)) return std::nullopt;
  std::size_t end = text.find_last_not_of(" \t") + 1;
  if (bracket) {
    if (text[end - 1] != ']') return std::nullopt;
    --end;
  }
  PlainLine out;
  const auto origin = [&](std::size_t i) { return plain.origin_of(i, i + 1); };
  out.put("[", origin(begin));
  for (std::size_t i = 0; i < length; ++i) out.put(std::string_view(key).substr(i, 1), origin(begin + i));
  std::size_t at = std::min(text.find_first_not_of(" \t", begin + length), end);
  const bool is_dash = at < end && text[at] == '-' && at + 1 < end && text[at + 1] == ' ';
  if (at < end && (text[at] == ':' || text[at] == '=' || is_dash)) ++at;
  at = std::min(text.find_first_not_of(" \t", at), end);
  if (at < end) out.put(" ", origin(begin));
  const auto put_space = [&](std::size_t i) {
    if (out.text.back() != ' ') out.put(" ", origin(i));
  };
  bool quoted = false;
  int braces = 0;
  for (; at < end; ++at) {
    const char letter = text[at];
    if (letter == '"') quoted = !quoted;
    if (quoted && letter == '\\' && at + 1 < end) {
      out.put(std::string_view(text).substr(at, 1), origin(at));
      ++at;
      out.put(std::string_view(text).substr(at, 1), origin(at));
      continue;
    }
    if (!quoted && letter == '{') ++braces;
    if (!quoted && letter == '}') --braces;
    if (!quoted && (letter == '[' || letter == ']')) return std::nullopt;
    const bool is_joint = !quoted && braces == 0 && (letter == ',' || letter == ';' || letter == '&');
    const bool is_and = !quoted && braces == 0 && key == "players" && at > 0 && text[at - 1] == ' ' &&
                        lower(std::string_view(text).substr(at, 4)) == "and ";
    if (is_and) at += 3;
    if (is_and || is_joint || (!quoted && (letter == ' ' || letter == '\t')))
      put_space(at);
    else
      out.put(std::string_view(text).substr(at, 1), origin(at));
  }
  out.put("]", origin(end - 1));
  out.comment = plain.comment;
  out.comment_text = plain.comment_text;
  out.respelled = true;
  return out;
}

}  // namespace roundhouse::replay
