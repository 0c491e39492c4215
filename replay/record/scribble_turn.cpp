// The acts of scribbled turns.

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/read_line.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/scribble_reader.h"

namespace roundhouse::replay {

namespace {

constexpr int most_draws = 99;
/// Without a preposition a shorter beginning of a train's name is too little to go by.
constexpr std::size_t shortest_bare_place = 3;

/// Of tiles that nobody has.
constexpr std::array<std::string_view, 7> piles{"boneyard", "pile", "stack", "bank", "yard", "well", "pot"};

/// Where the engine lies.
constexpr std::array<std::string_view, 3> middles{"middle", "centre", "center"};

constexpr std::array<std::string_view, 7> arrows{">", "->", "=>", ">>", "-->", "==>", "@"};

bool is_arrow(const ScribbleToken& token) {
  return token.kind == ScribbleToken::Kind::sign && contains(arrows, token.text);
}

}  // namespace

bool ScribbleReader::read_acts() {
  while (true) {
    skip_joints();
    if (at_end()) return true;
    if (read_correction() || read_take_back() || read_marker_words() || read_remark() || read_out()) continue;
    if (skip_arrow() || read_remark_behind_sign()) continue;
    if (opens_acts()) {
      ++at_;
      in_brackets_ = true;
      continue;
    }
    if (in_brackets_ && takes_sign(")")) {
      in_brackets_ = false;
      continue;
    }
    if (read_taken()) continue;
    if (complaint_) return false;
    if (skip_fillers()) continue;
    const std::size_t before = out_.text.size();
    const std::size_t first = at_;
    const bool is_tile = tile_at(at_).has_value();
    behind_word_ = false;
    if (!read_act()) {
      if (!guess_remark(first)) return false;
      out_.cut(before);
      continue;
    }
    if (is_behind_draw()) skip_words_of_draw();
    if (complaint_) return false;
    laid_at_ = is_tile ? std::optional(before) : std::nullopt;
  }
}

/// Words that say no more than the act behind or before them, or that an act was not done. True: there were
/// some.
bool ScribbleReader::skip_fillers() {
  const std::size_t begin = at_;
  const bool has_act = !out_.text.ends_with(':');
  if (!has_act && (skip_held_tile() || read_same())) return true;
  if (has_act) {
    while (here().is("too") || here().is("also") || here().is("again")) ++at_;
    if (here().is("as") && at(at_ + 1).is("well")) at_ += 2;
    if (at_ != begin) return true;
  }
  // `hasn't got another`, `hasn't got a thing`
  if ((here().is("hasn") || here().is("haven") || here().is("hadn")) && at(at_ + 1).is_sign("'") &&
      at(at_ + 2).is("t") && (at(at_ + 3).is("got") || at(at_ + 3).is("any"))) {
    at_ += 4;
    while (here().is_word() && !tile_at(at_) && !is_use(at_, WordUse::joint) && !at_act_word()) ++at_;
    return read_nothing(begin);
  }
  // `5-5 engine`, `5-5 (engine)`
  if (has_act) {
    const bool is_bracket = here().is_sign("(") && at(at_ + 2).is_sign(")");
    const std::size_t word = at_ + (is_bracket ? 1 : 0);
    const bool is_start =
        is_use(word, WordUse::opening) && !is_declared(word) && (is_bracket || ends_clause(word + 1));
    if (at(word).is("engine") || at(word).is("eng") || at(word).is("start") || is_start) {
      at_ = word + (is_bracket ? 2 : 1);
      return true;
    }
    // `12-4, 4-9 all on hers`: where tiles lie of which nothing is said.
    if ((here().is("all") || here().is("both")) && is_use(at_ + 1, WordUse::onto) &&
        is_use(at_ + 2, WordUse::own) && out_.text.find('>') == std::string::npos) {
      at_ += 2;
      while (takes_use(WordUse::own)) {
      }
      takes_use(WordUse::train);
      return true;
    }
  }
  // `12-12 in the middle`
  if (has_act && here().is("in") && is_use(at_ + 1, WordUse::article) &&
      any_of(middles, [&](std::string_view word) { return at(at_ + 2).is(word); })) {
    at_ += 3;
    return true;
  }
  // `no 8`, `had no 8`
  const std::size_t no = at_ + (here().is("had") || here().is("has") ? 1 : 0);
  if (is_use(no, WordUse::no) && (at(no + 1).is_number() || is_use(no + 1, WordUse::number)) &&
      !tile_at(no + 1)) {
    std::size_t behind = no + 2;
    if (at(behind).is_sign("'")) ++behind;
    if (at(behind).is("s") && !at(behind).spaced) ++behind;
    const bool ends = at(behind).is_sign(",") || at(behind).is_sign(";") || at(behind).is_sign("-") ||
                      at(behind).is_sign(".") || is_use(behind, WordUse::joint);
    if (ends) {
      at_ = behind;
      return true;
    }
  }
  // `had to draw`
  if ((here().is("had") || here().is("has")) && is_use(at_ + 1, WordUse::onto)) {
    at_ += 2;
    if (at_act_word()) return true;
    at_ = begin;
  }
  if (is_behind_draw()) {
    if (here().is("up")) ++at_;
    // `from the pile`
    if (here().is("from") || is_use(at_, WordUse::lifted)) {
      const std::size_t pile = at_ + 1 + (is_use(at_ + 1, WordUse::article) ? 1 : 0);
      if (any_of(piles, [&](std::string_view word) { return at(pile).is(word); })) at_ = pile + 1;
    }
  }
  // `says nothing`
  if ((here().is("says") || here().is("said")) && is_use(at_ + 1, WordUse::nothing)) at_ += 2;
  // `passed her turn`
  if (is_use(at_, WordUse::own) && at(at_ + 1).is("turn") && at_ > 0 && is_use(at_ - 1, WordUse::pass))
    at_ += 2;
  const bool is_laid = has_act && dsl::is_digit(out_.text.back());
  if (is_laid && (here().is("down") || (corrected_ && here().is("instead")))) ++at_;
  if (has_act) skip_count_left();
  if (has_act || here().is("didn") || here().is("did")) skip_omitted_act();
  return at_ != begin;
}

/// `had the 11-11, laid it`, `had highest double 11-11, put it in`: the tile that `it` means.
bool ScribbleReader::skip_held_tile() {
  if (!here().is("had") && !here().is("has") && !here().is("held")) return false;
  std::size_t held = at_ + 1 + (is_use(at_ + 1, WordUse::article) ? 1 : 0);
  if (at(held).is("highest") || at(held).is("biggest") || at(held).is("lowest")) ++held;
  const bool is_greatest = held > at_ + 1 && !is_use(held - 1, WordUse::article);
  if (is_use(held, WordUse::doubled)) {
    const std::size_t next = held + 1 + (at(held + 1).is_sign(",") || at(held + 1).is_sign(":") ? 1 : 0);
    if (halves_at(next)) held = next;
  }
  const auto tile = tile_at(held);
  if (!tile) return false;
  std::size_t index = tile->next;
  while (at(index).is_sign(",") || is_use(index, WordUse::joint)) ++index;
  // `had the highest double, 9-9, then 9-4`: the engine.
  if (is_greatest && (tile_at(index) || at(index).kind == Token::Kind::end)) {
    at_ = held;
    return true;
  }
  if (!is_use(index, WordUse::lay) || !is_use(index + 1, WordUse::it)) return false;
  drawn_ = *tile;
  at_ = index;
  return true;
}

/// `one left`, `2 tiles left` behind the acts: how many are left is counted, not read.
void ScribbleReader::skip_count_left() {
  std::size_t index = at_;
  if (here().is("has")) ++index;
  if (!at(index).is_number() && !is_use(index, WordUse::number)) return;
  ++index;
  if (is_use(index, WordUse::thing)) ++index;
  if (!at(index).is("left") || tile_at(at_)) return;
  const std::size_t end = index + 1;
  const bool ends = at(end).kind == Token::Kind::end ||
                    (at(end).kind == Token::Kind::sign &&
                     std::string_view(",;.!").find(at(end).text[0]) != std::string_view::npos);
  if (ends) at_ = end;
}

/// `forgot to say knock`, `didn't knock`, `without knocking`: an act that is not written was not done.
void ScribbleReader::skip_omitted_act() {
  std::size_t index = at_;
  if (is_use(index, WordUse::omitted)) {
    ++index;
    if (is_use(index, WordUse::onto)) ++index;
  } else if (here().is("without")) {
    ++index;
  } else if ((here().is("didn") || here().is("doesn")) && at(index + 1).is_sign("'") &&
             at(index + 2).is("t")) {
    index += 3;
  } else if ((here().is("did") || here().is("does")) && at(index + 1).is("not")) {
    index += 2;
  } else {
    return;
  }
  const bool is_said = at(index).is("say") || at(index).is("saying") || at(index).is("speak");
  if (is_said) ++index;
  // `didn't draw`: what is not written was not done.
  const bool is_act = is_declared(index) || is_use(index, WordUse::draw) || is_use(index, WordUse::mark) ||
                      is_use(index, WordUse::covering) || at(index).is("cover");
  const bool is_more = is_act && !is_declared(index) &&
                       (is_use(index + 1, WordUse::it) || is_use(index + 1, WordUse::article));
  if (is_act) {
    at_ = index + (is_more ? 2 : 1);
    if (is_more && is_use(at_, WordUse::mark)) ++at_;
    return;
  }
  // `didn't say a word`
  if (is_use(index, WordUse::article)) ++index;
  const bool is_nothing = at(index).is("word") || at(index).is("anything") || is_use(index, WordUse::it) ||
                          is_use(index, WordUse::nothing) || at(index).is("so");
  if (is_said && is_nothing) at_ = index + 1;
}

/// `stuck -> marker`: in front of a word for an act it says no more than a comma.
bool ScribbleReader::skip_arrow() {
  const std::size_t next = at_ + 1;
  const bool is_sign = here().is_sign("--") || (is_arrow(here()) && !here().is_sign("@"));
  const bool is_act = is_use(next, WordUse::mark) || is_use(next, WordUse::draw) ||
                      is_use(next, WordUse::pass) || is_use(next, WordUse::nomark);
  if (!is_sign || !is_act) return false;
  ++at_;
  return true;
}

/// `9-4 no 9-3`, `6-3 -> 6-4`: what stands last counts. Only in front of a tile, and behind one.
bool ScribbleReader::read_correction() {
  // `~~12-8~~ 12-9`
  if (here().is_sign("~~")) {
    std::size_t close = at_ + 1;
    while (at(close).kind != Token::Kind::end && !at(close).is_sign("~~")) ++close;
    if (at(close).is_sign("~~")) {
      at_ = close + 1;
      return corrected_ = true;
    }
  }
  if (!laid_at_ || !(is_use(at_, WordUse::no) || is_arrow(here())) || !tile_at(at_ + 1)) return false;
  ++at_;
  out_.cut(*std::exchange(laid_at_, std::nullopt));
  return corrected_ = true;
}

/// Behind `out`, `goes out!`, `and is out`, where they are the last words; where not, the same index.
std::size_t ScribbleReader::behind_out(std::size_t index) const {
  constexpr std::array<std::string_view, 5> verbs{"is", "was", "goes", "went", "now"};
  const std::size_t begin = index;
  while (is_use(index, WordUse::joint)) ++index;
  while (any_of(verbs, [&](std::string_view verb) { return at(index).is(verb); })) ++index;
  if (!is_use(index, WordUse::out)) return begin;
  if (vocabulary_ != nullptr && vocabulary_->find_act(at(index).text) != nullptr) return begin;
  ++index;
  while (at(index).is_sign(".") || at(index).is_sign("!")) ++index;
  // A remark may follow.
  return at(index).kind == Token::Kind::end || at(index).is_sign("(") ? index : begin;
}

/// `11-0, out!`: besides the turn it says that nothing is left.
bool ScribbleReader::read_out() {
  const std::size_t end = player_ == no_seat ? at_ : behind_out(at_);
  if (end == at_) return false;
  at_ = end;
  return is_out_ = true;
}

/// `(took one for it)`: a bracket in front of acts.
bool ScribbleReader::opens_acts() const {
  if (!here().is_sign("(") || in_brackets_) return false;
  std::size_t close = at_ + 1;
  while (at(close).kind != Token::Kind::end && !at(close).is_sign(")")) ++close;
  const bool is_word = close == at_ + 2 && (is_use(at_ + 1, WordUse::pass) || is_use(at_ + 1, WordUse::mark));
  return at(close).is_sign(")") &&
         (is_word || is_use(at_ + 1, WordUse::draw) || is_use(at_ + 1, WordUse::take));
}

/// `challenges Ann, Ann draws two`: the tiles that the act makes somebody take.
bool ScribbleReader::read_taken() {
  const auto name = name_at(at_);
  const std::size_t verb = name ? name->next : at_;
  if (!behind_word_ || !name || !(is_use(verb, WordUse::draw) || is_use(verb, WordUse::take))) return false;
  const std::size_t first = std::exchange(at_, verb);
  std::string taken;
  if (const auto tile = tile_at(verb + 1)) {
    at_ = tile->next;
    taken = tile->text();
  } else {
    const std::size_t before = out_.text.size();
    if (!read_draw()) return false;
    taken = out_.text.substr(before);
    out_.cut(before);
    taken = dsl::replaced(dsl::replaced(dsl::replaced(taken, "draw(", ""), ")", ""), "draw", "?");
    taken.erase(0, taken.find_first_not_of(' '));
  }
  put(taken, first);
  return true;
}

/// `took one for it`, `took one, it fits: 12-7`.
void ScribbleReader::skip_words_of_draw() {
  if (here().is("for") && is_use(at_ + 1, WordUse::it)) at_ += 2;
  std::size_t index = at_;
  while (at(index).is_sign(",") || at(index).is_sign(":") || at(index).is_sign("-") ||
         is_use(index, WordUse::joint))
    ++index;
  if (at(index).is("got")) ++index;
  // `took one, the 1-12, laid it`
  const std::size_t drawn = index + (is_use(index, WordUse::article) ? 1 : 0);
  if (const auto tile = tile_at(drawn); tile && tile->a >= 0 && tile->b >= 0 && out_.text.ends_with("draw")) {
    std::size_t next = tile->next;
    if (is_use(next, WordUse::it) && at(next + 1).is("is")) next += 2;
    while (at(next).is_sign(",") || at(next).is_sign("!") || is_use(next, WordUse::joint)) ++next;
    if (is_use(next, WordUse::covering) || (is_use(next, WordUse::lay) && is_use(next + 1, WordUse::it))) {
      const std::size_t first = std::exchange(at_, next);
      put_close("(" + tile->text() + ")", first);
      drawn_ = *tile;
      return;
    }
    // `takes one: 6-2!`
    if (drawn == index && at(index - 1).is_sign(":") && index == at_ + 1) {
      const std::size_t verb = at_ - 1;
      const std::string text = tile->text();
      unclear(verb, tile->next - 1, "the " + text + " may have been drawn, or drawn and laid",
              "write draw(" + text + ") for a tile that was drawn, draw " + text +
                  " for one that was laid after a draw",
              {"draw(" + text + ")", "draw " + text});
      return;
    }
  }
  if (!is_use(index, WordUse::it) || (!at(index + 1).is("fits") && !at(index + 1).is("fitted"))) return;
  at_ = index + 2;
  takes_sign(":");
}

/// `12-10 on Mexican, no, takes it back, 12-10`: the act before it is none.
bool ScribbleReader::read_take_back() {
  if (!laid_at_) return false;
  std::size_t index = at_;
  const auto skips_joints = [&] {
    while (is_use(index, WordUse::joint) || at(index).is_sign(",") || at(index).is_sign("-")) ++index;
  };
  if (is_use(index, WordUse::no)) ++index;
  skips_joints();
  while (is_use(index, WordUse::take) || is_use(index, WordUse::lay) || is_use(index, WordUse::it)) ++index;
  if (index == at_ || !is_use(index, WordUse::undone)) return false;
  ++index;
  skips_joints();
  // A line that ends so is one in which nobody knows what was done instead.
  if (!tile_at(index)) return false;
  at_ = index;
  out_.cut(*std::exchange(laid_at_, std::nullopt));
  return corrected_ = true;
}

/// `takes his marker off`, `marker back`: the act by which markers come off; where there is none, nothing, as
/// what a play does to a marker is not written. `forgot his marker` and `marker forgotten` are nomark,
/// `forgot to take it off` nothing.
bool ScribbleReader::read_marker_words() {
  if (vocabulary_ == nullptr) return false;
  std::size_t index = at_;
  if (is_use(index, WordUse::mark) && is_use(index + 1, WordUse::omitted)) {
    at_ += 2;
    put("nomark", index);
    return true;
  }
  const bool is_forgotten = is_use(index, WordUse::omitted);
  if (is_forgotten) ++index;
  if (is_forgotten && is_use(index, WordUse::onto)) ++index;
  if (is_use(index, WordUse::take) || is_use(index, WordUse::lay)) ++index;
  const bool is_off_first = is_use(index, WordUse::lifted);
  if (is_off_first) ++index;
  while (is_use(index, WordUse::article) || is_use(index, WordUse::own)) ++index;
  if (!is_use(index, WordUse::mark) && !(is_forgotten && is_use(index, WordUse::it))) return false;
  ++index;
  const bool is_off_last = is_use(index, WordUse::lifted) || at(index).is("back");
  if (is_off_last) ++index;
  const bool is_off = is_off_first || is_off_last;
  if (!is_off && (!is_forgotten || is_use(index - 1, WordUse::it))) return false;
  const std::vector<const dsl::DeclaredAct*> lifts = vocabulary_->acts_that(dsl::Effect::unmark);
  if (is_off && lifts.size() > 1) return false;
  // Where nothing puts markers up, nobody can have taken one off.
  if (is_off && !has_effect(vocabulary_->program(), dsl::Effect::mark)) return false;
  // A line of which nothing would be left is none.
  const bool is_all = out_.text.ends_with(':') && at(index).kind == Token::Kind::end;
  if (is_all && is_off && (is_forgotten || lifts.empty())) return false;
  const std::size_t first = std::exchange(at_, index);
  if (!is_off)
    put("nomark", first);
  else if (!is_forgotten && !lifts.empty())
    put(lifts.front()->name, first);
  laid_at_ = std::nullopt;
  return true;
}

/// The things that a letter alone may stand for: the marker, and behind a tile a shared train that begins
/// with it.
std::vector<std::string> ScribbleReader::ways_of_letter() const {
  std::vector<std::string> ways;
  const std::string& letter = here().small;
  if (letter.size() != 1 || name_at(at_)) return ways;
  const dsl::Program& program = vocabulary_->program();
  for (const dsl::TrainSlot& train : program.trains) {
    const std::string& kind = program.names[train.kind_name.value];
    const std::string way = "on " + kind;
    if (train.owner < 0 && laid_at_ && kind.starts_with(letter) && !contains(ways, way)) ways.push_back(way);
  }
  if (letter == "m" || letter == "x") ways.emplace_back("mark");
  return ways;
}

bool ScribbleReader::read_act() {
  const std::size_t first = at_;
  if (takes_sign("...")) {
    put("...", first);
    return at_end();
  }
  // Behind what made somebody take tiles: those tiles, known or not.
  if (here().is_sign("?") && !halves_at(at_)) {
    ++at_;
    std::string text = "?";
    if (here().is_word() && here().small.size() > 1 && here().small[0] == 'x') {
      text += here().small;
      ++at_;
    }
    put(text, first);
    return true;
  }
  if (here().kind == Token::Kind::quoted && out_.text.ends_with(":"))
    return complain(first, first, NotationCode::bad_act, "what somebody said is no act",
                    "put it behind #, as a remark; a claim has a line of its own: claim Ann 12.3");
  if (here().is_sign("(") && is_use(at_ + 1, WordUse::undone))
    return complain(first, first, NotationCode::bad_act, "what was taken back is no act", help_of_undone);
  if (!here().is_word()) return read_laid_tiles();
  if (complain_of_remark()) return false;
  // `can't`, `couldn't`
  if ((here().is("can") || here().is("couldn")) && at(at_ + 1).is_sign("'") && at(at_ + 2).is("t") &&
      !at(at_ + 2).spaced) {
    at_ += 3;
    return read_unable(first);
  }
  // `could not play`
  if ((here().is("can") || here().is("could")) && at(at_ + 1).is("not")) {
    at_ += 2;
    return read_unable(first);
  }
  const std::string& small = here().small;
  const NotationWord* word = word_at(at_);
  if (!is_own_word(small)) {
    if (const auto* act = vocabulary_ == nullptr ? nullptr : vocabulary_->find_act(here().text)) {
      const std::string written = folded(here().text);
      const bool is_bent = written != folded(act->name) && written != folded(act->called);
      ++at_;
      return read_declared(act->called, act, is_bent);
    }
  }
  if (word == nullptr) {
    if (word_tile_at(at_) || halves_at(at_) || named_half(small)) return read_laid_tiles();
    if (vocabulary_ != nullptr) {
      std::vector<std::string> names;
      constexpr std::array acts{WordUse::draw,   WordUse::take, WordUse::pass,   WordUse::mark,
                                WordUse::nomark, WordUse::lay,  WordUse::number, WordUse::doubled};
      for (const NotationWord& row : notation_words())
        if (row.word.size() > 2 && contains(acts, row.use)) names.emplace_back(row.word);
      for (const dsl::DeclaredAct& act : vocabulary_->program().declared) {
        for (const std::string& name : {act.called, act.name}) {
          names.push_back(name);
          for (std::string& form : bent_forms(name)) names.push_back(std::move(form));
        }
      }
      for (const auto& pips : vocabulary_->program().pip_names) names.push_back(pips.name);
      auto nearest = dsl::nearest_name(here().text, names);
      if (!nearest && small == "dr") nearest = "draw";
      std::vector<std::string> ways = nearest ? std::vector{*nearest} : ways_of_letter();
      complain(first, first, NotationCode::unknown_act, "this game has no act '" + here().text + "'",
               ways.empty() ? acts_of_game(vocabulary_->program())
                            : "did you mean '" + dsl::joined(ways, "' or '") + "'?",
               nearest);
      if (!nearest) complaint_->ways = std::move(ways);
      return false;
    }
    const std::string text = here().text;
    ++at_;
    return read_declared(text, nullptr, false);
  }
  switch (word->use) {
    case WordUse::draw:
    case WordUse::take:
      return read_draw();
    case WordUse::pass:
      ++at_;
      put("pass", first);
      return true;
    case WordUse::mark:
      ++at_;
      if (stands_where_put()) ++at_;
      put("mark", first);
      return true;
    case WordUse::nomark:
      ++at_;
      put("nomark", first);
      return true;
    case WordUse::no:
      ++at_;
      if (takes_use(WordUse::lay) || takes_use(WordUse::going)) return read_nothing(first);
      // `no knock`: an act that is not written was not done.
      if (is_declared(at_)) {
        ++at_;
        return true;
      }
      if (is_behind_draw() && (ends_clause(at_) || here().is_sign("-"))) return true;
      if (out_.text.ends_with(':') && ends_clause(at_)) return read_nothing(first);
      if (!takes_use(WordUse::mark)) break;
      put("nomark", first);
      return true;
    case WordUse::unable:
      ++at_;
      return read_unable(first);
    case WordUse::nothing:
      ++at_;
      takes_use(WordUse::more);
      if (here().is("for") && is_use(at_ + 1, WordUse::it)) at_ += 2;
      if (here().is("else") || here().is("doing")) ++at_;
      return read_nothing(first);
    case WordUse::lay:
      return read_lay_verb();
    case WordUse::article:
      ++at_;
      if (is_use(at_, WordUse::mark)) return read_act();
      return read_laid_tiles();
    case WordUse::number:
    case WordUse::doubled:
      return read_laid_tiles();
    case WordUse::onto:
    case WordUse::own:
    case WordUse::train:
    case WordUse::thing:
    case WordUse::times:
    case WordUse::more:
    case WordUse::joint:
    case WordUse::points:
    case WordUse::number_sign:
    case WordUse::it:
    case WordUse::going:
    case WordUse::missing:
    case WordUse::undone:
    case WordUse::omitted:
    case WordUse::accident:
    case WordUse::lifted:
    case WordUse::out:
      break;
    case WordUse::opening:
      if (read_opened_train()) return true;
      if (complaint_) return false;
      break;
    case WordUse::covering:
      return read_cover(first);
  }
  at_ = first;
  return complain(first, first, NotationCode::unknown_act, "'" + here().text + "' says nothing here",
                  "write what was laid and drawn: Joe: 9-3>Ann draw mark");
}

/// `marker up`, `penny down`: behind the word. Who says that a token is up may mean that it is not on a
/// train.
bool ScribbleReader::stands_where_put() const {
  return here().is("down") || (here().is("up") && !at(at_ - 1).is("token"));
}

/// `drew, no`: what was drawn could not be laid.
bool ScribbleReader::is_behind_draw() const {
  const std::size_t act = out_.text.find_last_of(' ');
  return act != std::string::npos && std::string_view(out_.text).substr(act + 1).starts_with("draw");
}

/// At the end, or at a sign behind which another act stands.
bool ScribbleReader::ends_clause(std::size_t index) const {
  const Token& token = at(index);
  return token.kind == Token::Kind::end ||
         (token.kind == Token::Kind::sign &&
          std::string_view(",;.!").find(token.text[0]) != std::string_view::npos);
}

/// Behind `cannot`: `play`, `go`, `play it`.
bool ScribbleReader::read_unable(std::size_t first) {
  while (takes_use(WordUse::lay) || takes_use(WordUse::going) || takes_use(WordUse::it)) {
  }
  // `cannot at home`
  if (is_use(at_, WordUse::onto) && is_use(at_ + 1, WordUse::own)) {
    at_ += 2;
    takes_use(WordUse::train);
  }
  return read_nothing(first);
}

/// `nothing`, `no play`, `cannot play`: in front of other acts it says nothing, alone that nothing was done.
bool ScribbleReader::read_nothing(std::size_t first) {
  skip_joints();
  if (at_end() && out_.text.ends_with(':')) put("pass", first);
  return true;
}

/// `plays 9-3`, `laid it`, `puts a marker`.
bool ScribbleReader::read_lay_verb() {
  const std::size_t verb = at_;
  ++at_;
  // `puts up a marker`, `put down his penny`
  if (here().is("up") || here().is("down")) {
    std::size_t thing = at_ + 1;
    while (is_use(thing, WordUse::article) || is_use(thing, WordUse::own)) ++thing;
    if (is_use(thing, WordUse::mark)) at_ = thing;
  }
  takes_use(WordUse::article);
  if (is_use(at_, WordUse::mark)) return read_act();
  if (is_use(at_, WordUse::it)) {
    const std::size_t first = at_;
    ++at_;
    // `put it in`
    if (here().is("in") && ends_clause(at_ + 1)) ++at_;
    if (drawn_) return add_laid(*drawn_, first);
    // `played it, 12-1`
    while (here().is_sign(",") || here().is_sign(":")) ++at_;
    if (tile_at(at_)) return read_laid_tiles();
    at_ = first + 1;
    return complain(first, first, NotationCode::unknown_act, "which tile 'it' is does not stand here",
                    "write the tile: 9-3");
  }
  if (at_end()) {
    return complain(verb, verb, NotationCode::missing_part, "which tile was laid does not stand here",
                    "write the tile: 9-3");
  }
  return read_laid_tiles();
}

/// A tile, or numbers that can only be tiles; a place belongs to the last of them.
/// `5-jokr`: true if it was complained of.
bool ScribbleReader::misspelt_half() {
  const std::size_t second = at_ + 2;
  if (vocabulary_ == nullptr || !half_at(at_) || !at(at_ + 1).is_sign("-") || !at(second).is_word())
    return false;
  std::vector<std::string> names;
  for (const auto& pips : vocabulary_->program().pip_names) names.push_back(pips.name);
  const auto nearest = dsl::nearest_name(at(second).text, names);
  if (!nearest) return false;
  complain(second, second, NotationCode::unknown_act, "no number of pips is called '" + at(second).text + "'",
           "did you mean '" + *nearest + "'?", nearest);
  return true;
}

bool ScribbleReader::read_laid_tiles() {
  const std::size_t first = at_;
  if (const auto tile = tile_at(at_)) {
    at_ = tile->next;
    return add_laid(*tile, first);
  }
  std::size_t end = 0;
  const auto run = run_at(at_, end);
  if (!run) {
    if (complaint_) return false;
    if (misspelt_half()) return false;
    const std::size_t last = std::max(first, end == 0 ? first : end - 1);
    return complain(first, last, NotationCode::bad_act,
                    "'" + plain_.text.substr(at(first).begin, at(last).end - at(first).begin).substr(0, 40) +
                        "' is no act",
                    "");
  }
  for (std::size_t i = 0; i < run->size(); ++i) {
    const std::size_t begin = at_;
    const Tile& tile = (*run)[i];
    at_ = tile.next;
    if (i + 1 == run->size()) return add_laid(tile, begin);
    put(tile.text(), begin);
  }
  return true;
}

bool ScribbleReader::add_laid(const Tile& tile, std::size_t first) {
  put(tile.text(), first);
  if (const auto other = here().is("or") ? tile_at(at_ + 1) : std::nullopt)
    return unclear(first, other->next - 1, "whether this was the " + tile.text() + " or the " + other->text(),
                   "write the one that was laid; the half that they share where nobody knows: 9-?",
                   {tile.text(), other->text()});
  std::size_t last_sign = at_;
  while (at(last_sign).is_sign("?") && !at(last_sign).spaced) ++last_sign;
  if (last_sign > at_)
    return unclear(first, last_sign - 1, "whether the " + tile.text() + " was laid is not sure",
                   "write it without the question mark if it was; what nobody knows is written ?",
                   {tile.text()});
  if (here().is_sign("=") && at(at_ + 1).is_number()) {
    const std::size_t sign = at_;
    at_ += 2;
    put_close("=" + at(sign + 1).text, sign);
  }
  // `9-7, on Lea's`
  if (here().is_sign(",") && is_use(at_ + 1, WordUse::onto) && !is_use(at_ + 1, WordUse::joint)) ++at_;
  const std::size_t place_begin = at_;
  bool is_required = false;
  if (is_arrow(here()) && tile_at(at_ + 1)) return true;  // no place, but what it should have been
  if (is_use(at_, WordUse::covering)) {
    std::string covered;
    ++at_;
    if (!read_covered(covered))
      return complain(place_begin, place_begin, NotationCode::unknown_place,
                      "which double it covers does not stand here", "write the place: 9-5>Ann");
    note_laid(tile, covered);
    put_close(">" + covered, place_begin);
    return true;
  }
  // `5-9 there too`
  if (here().is("there") && !last_place_.empty()) {
    ++at_;
    put_close(">" + last_place_, place_begin);
    return true;
  }
  if (is_arrow(here()) || is_use(at_, WordUse::onto) || leads_to_place()) {
    is_required = true;
    ++at_;
    // `to start Ann's train`
    if (here().is("start") || here().is("open") || here().is("begin") || here().is("cover")) ++at_;
  } else if (is_use(at_, WordUse::own)) {
    // `12-5 own`, but not `12-5 his marker`.
    std::size_t behind = at_ + 1;
    while (is_use(behind, WordUse::own)) ++behind;
    const bool is_place = here().is("home") || here().is("mine") || here().is("hers");
    is_required = is_place || is_use(behind, WordUse::train) || !at(behind).is_word();
  }
  std::string place;
  const std::string it = last_place_;
  const bool has_place = read_place(place, is_required);
  if (has_place && place == it) place = place_of_it(tile, place);
  // `9-9 on the Mexican, 9-4`: a tile without a place that fits the double just laid covers it.
  if (!has_place && !is_required && away_ && (tile.a == away_->a || tile.b == away_->a)) {
    put_close(">^" + away_->text(), place_begin);
    note_laid(tile, "^" + away_->text());
    return true;
  }
  note_laid(tile, place);
  away_.reset();
  if (tile.a >= 0 && tile.a == tile.b) {
    last_double_ = tile.text();
    if (!place.empty()) away_ = tile;
  }
  if (!has_place) return !is_required;
  if (!place.empty()) {
    // The words before the place are no part of where it stands.
    put_close(">", place_begin);
    put_close(place, is_required ? place_begin + 1 : place_begin);
  }
  return true;
}

/// Behind a tile that lies at a double `it` is that double, or, where this tile does not fit that, the tile.
std::string ScribbleReader::place_of_it(const Tile& tile, const std::string& place) const {
  const std::size_t dash = place.find('-');
  if (!place.starts_with('^') || dash == std::string::npos || last_tile_.empty()) return place;
  const std::string pip = place.substr(1, dash - 1);
  const bool is_double = place.substr(dash + 1) == pip;
  const bool fits = std::to_string(tile.a) == pip || std::to_string(tile.b) == pip;
  return !is_double || fits || place == "^" + last_tile_ ? place : "^" + last_tile_;
}

/// A double has places that its train has not.
void ScribbleReader::note_laid(const Tile& tile, const std::string& place) {
  last_tile_ = tile.text();
  const bool is_double = tile.a >= 0 && tile.a == tile.b && !place.empty();
  if (is_double)
    last_place_ = "^" + last_tile_;
  else
    last_place_ = place.empty() && player_ != no_seat ? short_name(header_, player_) : place;
}

/// `covers Gus's double with the 8-2`, `covers it 8-2`, `covers with 8-2`; behind a tile `8-2, covers it`.
bool ScribbleReader::read_cover(std::size_t first) {
  ++at_;
  std::string place;
  if (!read_covered(place))
    return complain(first, first, NotationCode::unknown_place, "which double is covered does not stand here",
                    "write the tile, and where it was laid: 9-5>Ann");
  takes_sign(",");
  if (here().is("with")) ++at_;
  takes_use(WordUse::article);
  if (const auto tile = tile_at(at_)) {
    at_ = tile->next;
    put(tile->text(), first);
    put_close(">" + place, first);
    return true;
  }
  if (drawn_ && !laid_at_) {
    put(drawn_->text(), first);
    put_close(">" + place, first);
    return true;
  }
  // `5-3 on the Mexican, covers`: where it lies is said.
  if (laid_at_ && out_.text.find('>', *laid_at_) != std::string::npos) return true;
  if (!laid_at_)
    return complain(first, first, NotationCode::missing_part, "which tile was laid does not stand here",
                    "write the tile: 9-3");
  put_close(">" + place, first);
  return true;
}

/// The double behind `covers`: `it`, `the double five`, `Gus's double`; nothing is the one that was laid
/// last.
bool ScribbleReader::read_covered(std::string& place) {
  const std::size_t first = at_;
  takes_use(WordUse::article);
  const auto name = tile_at(at_) ? std::nullopt : name_at(at_);
  if (name && !(is_use(first, WordUse::article) && at_ == first)) {
    at_ = name->next;
    takes_possessive();
    place = short_name(header_, name->seat);
    takes_use(WordUse::train);
  } else if (takes_use(WordUse::own)) {
    takes_use(WordUse::train);
  }
  if (const auto tile = tile_at(at_); tile && tile->a == tile->b) {
    at_ = tile->next;
    place = "^" + tile->text();
    return true;
  }
  const bool is_named = !place.empty();
  if (takes_use(WordUse::doubled) || takes_use(WordUse::it)) {
    if (!is_named) place = last_double_.empty() ? last_place_ : "^" + last_double_;
    return !place.empty();
  }
  if (is_named) return true;
  at_ = first;
  place = last_double_.empty() ? "" : "^" + last_double_;
  return !place.empty();
}

/// `the same`, `same again`: as the turn before, in which no tile was laid.
bool ScribbleReader::read_same() {
  const std::size_t first = at_;
  std::size_t index = at_ + (is_use(at_, WordUse::article) ? 1 : 0);
  if (!at(index).is("same") && !at(index).is("ditto")) return false;
  ++index;
  if (at(index).is("again") || at(index).is("here")) ++index;
  if (last_idle_.empty() || at(index).kind != Token::Kind::end) return false;
  at_ = index;
  put_close(last_idle_, first);
  return true;
}

/// `opens the Mexican with 12-1`, `starts Mexican 12-1`.
bool ScribbleReader::read_opened_train() {
  if (!is_use(at_, WordUse::opening) || is_declared(at_)) return false;
  const std::size_t first = at_;
  ++at_;
  takes_use(WordUse::article);
  std::string place;
  if (!read_train(place, true)) {
    at_ = first;
    return false;
  }
  takes_use(WordUse::train);
  while (here().is("with") || here().is("w") || here().is_sign("/") || here().is_sign(",") ||
         is_use(at_, WordUse::article))
    ++at_;
  const auto tile = tile_at(at_);
  if (!tile) {
    at_ = first;
    return false;
  }
  at_ = tile->next;
  put(tile->text(), first);
  put_close(">" + place, first);
  note_laid(*tile, place);
  return true;
}

/// `12-7 starts the Mexican`, `starts 2nd Mexican`: a verb that stands for `on`.
bool ScribbleReader::leads_to_place() const {
  if (!is_use(at_, WordUse::opening) || is_declared(at_)) return false;
  const std::size_t next = at_ + 1 + (is_use(at_ + 1, WordUse::article) ? 1 : 0);
  return at(next).is_word() || tile_at(next) || ordinal_at(next);
}

/// `2nd`, `second`: which of the trains that are called so.
std::optional<ScribbleReader::Ordinal> ScribbleReader::ordinal_at(std::size_t index) const {
  constexpr std::array<std::string_view, 4> words{"first", "second", "third", "fourth"};
  constexpr std::array<std::string_view, 4> endings{"st", "nd", "rd", "th"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (at(index).is(words[i])) return Ordinal{number, index + 1};
    if (at(index).is_number() && at(index).text == std::to_string(number) && !at(index + 1).spaced &&
        at(index + 1).is(endings[i]))
      return Ordinal{number, index + 2};
  }
  return std::nullopt;
}

/// `on A`, `on A's train`, `on A train`: an article that begins a name, where no thing follows it.
bool ScribbleReader::is_initial() const {
  if (!is_use(at_, WordUse::article) || !name_at(at_)) return false;
  const Token& after = at(at_ + 1);
  const bool is_large = here().text != here().small;
  return !after.is_word() ? !after.is_sign("^") : is_large && is_use(at_ + 1, WordUse::train);
}

/// False: there is none. Nothing is taken then.
bool ScribbleReader::read_place(std::string& place, bool is_required) {
  const std::size_t first = at_;
  if (is_required && !is_initial()) takes_use(WordUse::article);
  if (takes_sign("^")) {
    if (const auto tile = tile_at(at_)) {
      place = "^" + tile->text();
      at_ = tile->next;
      return true;
    }
    if (here().is_number()) {
      place = "^" + here().text;
      ++at_;
      return true;
    }
    at_ = first;
    return is_required && complain(first, first, NotationCode::bad_place, "'^' is no place", "");
  }
  // `5-4 on the 4`
  if (is_required && here().is_number() && here().text.size() < 3 && !tile_at(at_) && at(at_ - 1).is("the") &&
      !ordinal_at(at_)) {
    place = "^" + here().text + "-?";
    ++at_;
    return true;
  }
  // `5-3 on the 5-5`
  if (is_required && tile_at(at_)) {
    const auto tile = tile_at(at_);
    place = "^" + tile->text();
    at_ = tile->next;
    return true;
  }
  // `on the double`
  if (is_required && is_use(at_, WordUse::doubled) && !last_double_.empty()) {
    ++at_;
    place = "^" + last_double_;
    return true;
  }
  if (is_required && is_use(at_, WordUse::it) && !last_place_.empty()) {
    ++at_;
    place = last_place_;
    return true;
  }
  if (is_required && takes_use(WordUse::own)) {
    while (takes_use(WordUse::own)) {
    }
    takes_use(WordUse::train);
    place.clear();
    return true;
  }
  if (read_train(place, is_required)) {
    takes_use(WordUse::train);
    if (is_required && here().is("end")) ++at_;
    // `on Nan's double five`
    const bool is_of = is_required && (at(at_ - 1).is("s") || at(at_ - 1).is_sign("'"));
    const bool is_double = is_of && is_use(at_, WordUse::doubled);
    const std::optional<Tile> side = here().is_sign("^") ? tile_at(at_ + 1)
                                     : is_of             ? tile_at(at_)
                                                         : std::nullopt;
    const bool is_side = here().is_sign("^");
    if (side) {
      // The train on which the double is shows by itself.
      place = (is_side ? place : std::string()) + "^" + side->text();
      at_ = side->next;
    } else if (is_double && !last_double_.empty()) {
      ++at_;
      place = "^" + last_double_;
    }
    return true;
  }
  if (is_required && !complaint_) {
    TrainMatch match;
    if (vocabulary_ != nullptr && here().is_word())
      match = find_train(vocabulary_->program(), header_, here().text);
    const std::string text = at_end() ? "" : here().text.substr(0, 40);
    if (match.nearest.empty() && text.size() > 3) match.nearest = only_shared_kind();
    complain(at_, at_, at_end() ? NotationCode::missing_part : NotationCode::unknown_place,
             at_end()               ? "the place is missing here"
             : match.reason.empty() ? "there is no train or player '" + text + "'"
                                    : match.reason,
             match.help, match.nearest.empty() ? std::nullopt : std::optional(match.nearest));
  }
  at_ = first;
  return false;
}

/// The kind of the shared trains, if there is one; people may call it by another word.
std::string ScribbleReader::only_shared_kind() const {
  std::string only;
  if (vocabulary_ == nullptr) return only;
  for (const dsl::TrainSlot& train : vocabulary_->program().trains) {
    if (train.owner >= 0) continue;
    const std::string& kind = vocabulary_->program().names[train.kind_name.value];
    if (!only.empty() && only != kind) return {};
    only = kind;
  }
  return only;
}

/// A player's train, or a shared one.
bool ScribbleReader::read_train(std::string& place, bool is_required) {
  if (const auto ordinal = is_required && vocabulary_ != nullptr ? ordinal_at(at_) : std::nullopt) {
    const std::string name = at(ordinal->next).text + std::to_string(ordinal->number);
    if (find_train(vocabulary_->program(), header_, name).train < 0) return false;
    place = name;
    at_ = ordinal->next + 1;
    return true;
  }
  if (!here().is_word()) return false;
  const auto leads = [&](const std::string& text) {
    if (vocabulary_ == nullptr) return is_required && word_at(at_) == nullptr;
    return find_train(vocabulary_->program(), header_, text).train >= 0;
  };
  const bool is_act =
      is_own_word(here().small) || (vocabulary_ != nullptr && vocabulary_->find_act(here().text) != nullptr);
  if (is_act && !is_required) return false;
  const auto name = name_at(at_);
  if (name && (name->whole || is_required)) {
    const std::string& player = short_name(header_, name->seat);
    // A shared kind called in full goes before the beginning of a name.
    if (name->whole || vocabulary_ == nullptr ||
        find_train(vocabulary_->program(), header_, here().text).train ==
            find_train(vocabulary_->program(), header_, player).train) {
      const std::size_t before = at_;
      at_ = name->next;
      const bool possessive = takes_possessive();
      place = player;
      takes_use(WordUse::own);
      const bool dot = here().is_sign(".") && !here().spaced && at(at_ + 1).is_word() && !at(at_ + 1).spaced;
      if (dot || (possessive && here().is_word() && !is_use(at_, WordUse::train))) {
        const std::string kind = player + "." + at(at_ + (dot ? 1 : 0)).text;
        const bool known =
            vocabulary_ == nullptr ? dot : find_train(vocabulary_->program(), header_, kind).train >= 0;
        if (known) {
          place = kind;
          at_ += dot ? 2 : 1;
        } else if (dot) {
          at_ = before;
          return false;
        }
      }
      if (vocabulary_ != nullptr && find_train(vocabulary_->program(), header_, place).train < 0) {
        at_ = before;
        return false;
      }
      return true;
    }
  }
  if (word_at(at_) != nullptr) return false;
  if (!is_required && here().text.size() < shortest_bare_place) return false;
  const std::string text = here().text;
  if (const auto number = vocabulary_ == nullptr || tile_at(at_ + 1) ? std::nullopt : half_at(at_ + 1);
      number && leads(text + std::to_string(*number))) {
    place = text + std::to_string(*number);
    at_ += 2;
    return true;
  }
  if (!leads(text)) return false;
  place = text;
  ++at_;
  return true;
}

bool ScribbleReader::draw_times(int times, std::size_t first) {
  if (times < 1 || times > most_draws) return false;
  for (int i = 0; i < times; ++i) put("draw", first);
  return true;
}

/// `drew`, `drew 2`, `drew two tiles`, `draw x2`, `drew the 9-3`, `draw (9-3)`.
bool ScribbleReader::read_draw() {
  const std::size_t first = at_;
  const bool is_bent = here().small != "draw";
  ++at_;
  if (here().is("up") || here().is("again")) ++at_;
  const auto add_tile = [&](const Tile& tile) {
    at_ = tile.next;
    put("draw(" + tile.text() + ")", first);
    if (tile.a >= 0 && tile.b >= 0) drawn_ = tile;
    return true;
  };
  if (here().is_sign("(")) {
    const std::size_t open = at_;
    ++at_;
    if (const auto tile = any_tile(); tile && at(tile->next).is_sign(")"))
      return add_tile({tile->a, tile->b, tile->next + 1});
    at_ = open;
    return false;
  }
  if (is_use(at_, WordUse::article)) {
    ++at_;
    if (takes_use(WordUse::thing)) return draw_times(1, first);
    if (const auto tile = any_tile()) return add_tile(*tile);
    return complain(at_, at_, NotationCode::bad_act, "what was drawn cannot be read",
                    "one draw is one tile: draw(3-4)");
  }
  if (const NotationWord* word = word_at(at_); word != nullptr && word->use == WordUse::times) {
    ++at_;
    takes_use(WordUse::number);
    takes_use(WordUse::thing);
    return draw_times(word->number, first);
  }
  const auto number_in = [](std::string_view text) { return dsl::whole_number<int>(text).value_or(0); };
  if (here().is_word() && here().small.size() > 1 && here().small.size() < 4 && here().small[0] == 'x' &&
      here().small.find_first_not_of("0123456789", 1) == std::string::npos) {
    const int times = number_in(std::string_view(here().small).substr(1));
    ++at_;
    return draw_times(times, first);
  }
  if (here().is("x") && at(at_ + 1).is_number()) {
    const int times = number_in(at(at_ + 1).text);
    at_ += 2;
    return draw_times(times, first);
  }
  auto tile = tile_at(at_);
  // `took six blank`
  std::size_t behind = 0;
  if (is_use(at_, WordUse::number) && is_use(at_ + 1, WordUse::number))
    if (const auto run = run_at(at_, behind); run && run->size() == 1) tile = run->front();
  if (tile) {
    // `draw 9-3` is two acts in the notation. Behind another word nobody knows.
    if (!is_bent) return draw_times(1, first);
    const std::size_t place = tile->next + (at(tile->next).is_sign(",") ? 1 : 0);
    if (is_arrow(at(tile->next)) || is_use(place, WordUse::onto)) return draw_times(1, first);
    std::size_t next = tile->next;
    while (at(next).is_sign(",") || at(next).is_sign(";") || at(next).is_sign("&") ||
           is_use(next, WordUse::joint))
      ++next;
    const bool is_laid = is_use(next, WordUse::lay) && is_use(next + 1, WordUse::it);
    if (is_laid || is_use(next, WordUse::covering)) return add_tile(*tile);
    // `drew 11-2, fits`
    const std::size_t fits = next + (is_use(next, WordUse::it) ? 1 : 0);
    if (at(fits).is("fits") || at(fits).is("fitted")) {
      add_tile(*tile);
      at_ = fits + 1;
      return add_laid(*tile, first);
    }
    const std::string drawn = "draw(" + tile->text() + ")";
    const std::string laid = "draw " + tile->text();
    return unclear(
        first, tile->next - 1, "the " + tile->text() + " may have been drawn, or drawn and laid",
        "write " + drawn + " for a tile that was drawn, " + laid + " for one that was laid after a draw",
        {drawn, laid});
  }
  if (here().is_number() || is_use(at_, WordUse::number)) {
    const bool counted = is_use(at_ + 1, WordUse::thing) || is_use(at_ + 1, WordUse::more) ||
                         (at(at_ + 1).is("x") && !at(at_ + 1).spaced);
    const bool alone = !at(at_ + 1).is_number() && !is_use(at_ + 1, WordUse::number);
    const int number = here().is_number() ? number_in(here().text) : word_at(at_)->number;
    if (counted || (alone && (!here().is_number() || here().text.size() == 1))) {
      ++at_;
      if (at(at_).is("x") && !at(at_).spaced) ++at_;
      takes_use(WordUse::more);
      takes_use(WordUse::thing);
      if (draw_times(number, first)) return true;
      return complain(first, at_ - 1, NotationCode::bad_number, "nobody draws so often", "");
    }
    return unclear(at_, at_, "how many were drawn, or which, is not clear",
                   "write draw for each tile, or draw(3-4) where it is known");
  }
  return draw_times(1, first);
}

/// `peeked at Ben's 3-4`, `announces the (12-12)`: the tile given with the act, whose reader stands behind
/// the word, or behind whom it is done to.
bool ScribbleReader::read_given(std::string_view name, bool is_bent, bool is_owned) {
  const std::size_t first = at_;
  const bool has_article = takes_use(WordUse::article) || is_owned;
  const auto bracketed = bracketed_at(at_);
  const auto tile = bracketed ? bracketed : has_article ? any_tile() : tile_at(at_);
  if (!tile) {
    at_ = first;
    return true;
  }
  if (!bracketed && !has_article) {
    // In the notation a tile without brackets is one that was laid then.
    if (!is_bent) return true;
    return unclear(at_, tile->next - 1, "the " + tile->text() + " may be meant by the word, or laid",
                   "write " + std::string(name) + "(" + tile->text() + ") for a tile that the act is about");
  }
  at_ = tile->next;
  put_close("(" + tile->text() + ")", first);
  return true;
}

/// True if the rules have a fact that is called so.
bool ScribbleReader::is_fact(std::string_view small) const {
  return vocabulary_ != nullptr && vocabulary_->find_act(small) == nullptr &&
         any_of(vocabulary_->program().fact_names,
                [&](const std::string& name) { return folded(name) == small; });
}

/// `act`: absent where the rules are not known.
bool ScribbleReader::read_declared(std::string_view name, const dsl::DeclaredAct* act, bool is_bent) {
  const bool takes_whom = act == nullptr || act->whom;
  const bool takes_amount = act == nullptr || act->amount.has_value();
  bool is_owned = false;  // `Ben's`
  const bool takes_tile = act != nullptr && act->tile != dsl::ActTile::none;
  put(name, at_ - 1);
  // `looks at Ben's 3-4`, `switches trains with Ben`
  if (takes_whom) {
    const std::size_t link = at_ + (is_use(at_, WordUse::train) ? 1 : 0);
    if ((is_use(link, WordUse::onto) || at(link).is("with")) && name_at(link + 1)) at_ = link + 1;
  }
  std::size_t first = at_;
  if (takes_whom) {
    if (const auto player = name_at(at_); player && !is_own_word(here().small)) {
      at_ = player->next;
      is_owned = takes_possessive();
      put(short_name(header_, player->seat), first);
      // `waves Ann through`
      if (here().is("through") && !takes_tile) ++at_;
    } else if (vocabulary_ != nullptr && here().is_word() && !is_own_word(here().small) &&
               word_at(at_) == nullptr && vocabulary_->find_act(here().text) == nullptr) {
      const std::vector<std::string> names = player_names(header_);
      auto nearest = dsl::nearest_name(here().text, names);
      return complain(first, first, NotationCode::unknown_act, "no player is called '" + here().text + "'",
                      nearest ? "did you mean '" + *nearest + "'?" : "it is " + dsl::list_names(names),
                      nearest);
    }
  }
  if (takes_tile && !read_given(name, is_bent, is_owned)) return false;
  first = at_;
  if (takes_amount) {
    const bool minus = here().is_sign("-") && !at(at_ + 1).spaced && at(at_ + 1).is_number();
    const std::size_t number = at_ + (minus ? 1 : 0);
    if (at(number).is_number() && !tile_at(number)) {
      at_ = number + 1;
      put((minus ? "-" : "") + at(number).text, first);
      takes_use(WordUse::points);
      if (takes_tile && bracketed_at(at_))
        return unclear(at_, at_, "the tile of an act stands before its number",
                       "write " + std::string(name) + "(3-4) 5");
    }
  }
  first = at_;
  if (here().kind == Token::Kind::quoted) {
    ++at_;
    put(at(first).text, first);
  }
  // `closes the gate`, where the rules call something so: it says no more than the act.
  const std::size_t thing = at_ + (is_use(at_, WordUse::article) || is_use(at_, WordUse::own) ? 1 : 0);
  if (is_bent && at(thing).is_word() && is_fact(at(thing).small)) at_ = thing + 1;
  return behind_word_ = true;
}

}  // namespace roundhouse::replay
