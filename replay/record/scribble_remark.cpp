// Words in a scribbled turn that are no acts: remarks, and what looks like one.

#include <array>
#include <utility>

#include "dsl/base/search.h"
#include "replay/record/resolve.h"
#include "replay/record/scribble_reader.h"

namespace roundhouse::replay {

namespace {

constexpr const char* help_of_accident =
    "write what was done, and the rest behind #, as a remark; if the table let it stand, write below it: "
    "referee: allow \"by mistake\"";

/// A word or two in brackets may be a place or an act that nobody knows.
constexpr std::size_t least_words_of_remark = 3;
constexpr std::array words_of_remarks{
    WordUse::no,   WordUse::onto,  WordUse::own,     WordUse::train, WordUse::article, WordUse::number,
    WordUse::mark, WordUse::thing, WordUse::more,    WordUse::joint, WordUse::nothing, WordUse::points,
    WordUse::it,   WordUse::out,   WordUse::doubled, WordUse::going, WordUse::unable};
/// Where an act goes on, or might.
constexpr std::array words_of_acts{WordUse::draw,   WordUse::take,     WordUse::pass,    WordUse::mark,
                                   WordUse::nomark, WordUse::lay,      WordUse::doubled, WordUse::number,
                                   WordUse::times,  WordUse::missing,  WordUse::undone,  WordUse::omitted,
                                   WordUse::lifted, WordUse::accident, WordUse::out,     WordUse::unable};
/// Words by which what stands beside them was not done, or perhaps.
constexpr auto words_of_doubt = std::to_array<std::string_view>(
    {"or",     "not",    "without", "instead",  "tried",  "tries", "wants",  "wanted",
     "almost", "should", "would",   "could",    "did",    "didn",  "does",   "doesn",
     "don",    "isn",    "wasn",    "shouldn",  "wouldn", "hadn",  "unless", "if",
     "except", "maybe",  "perhaps", "probably", "same",   "again", "both",   "there"});

}  // namespace

/// `(nobody had the twelve)` at the end: words in brackets of which none is an act become the comment.
bool ScribbleReader::read_remark(bool may_be_acts) {
  if (!here().is_sign("(")) return false;
  if (is_spoken_remark()) return true;
  std::size_t words = 0;
  std::size_t index = at_ + 1;
  const auto is_act = [&] {
    const NotationWord* const word = word_at(index);
    if (tile_at(index)) return true;
    return may_be_acts && ((vocabulary_ != nullptr && vocabulary_->find_act(at(index).text) != nullptr) ||
                           (word != nullptr && !contains(words_of_remarks, word->use)));
  };
  for (; !at(index).is_sign(")"); ++index) {
    const bool is_punctuation = at(index).kind == Token::Kind::sign &&
                                at(index).text.find_first_not_of("'!?,.-") == std::string::npos;
    if (!(at(index).is_word() || is_punctuation) || is_act()) return false;
    if (at(index).is_word()) ++words;
  }
  // The space in front of it is that behind the comment's sign.
  if (words < (may_be_acts ? least_words_of_remark : 2) || !here().spaced || at_ == 0 ||
      at(index + 1).kind != Token::Kind::end)
    return false;
  remark_ = plain_.origin_of(at(at_).begin, at(at_).end).begin;
  at_ = index + 1;
  return true;
}

/// `(Ken: only one!)`, `(says she had the 12-11)` as the last words: whatever stands there is what somebody
/// says.
bool ScribbleReader::is_spoken_remark() {
  constexpr auto verbs_of_talk =
      std::to_array<std::string_view>({"didn", "did", "doesn", "should", "shd", "had", "has", "wants",
                                       "thinks", "could", "couldn", "can", "never", "was", "is", "wasn"});
  const std::size_t close = tokens_.size() - 2;
  if (!at(close).is_sign(")") || close < at_ + 3 || at_ == 0 || !here().spaced) return false;
  for (std::size_t i = at_ + 1; i < close; ++i)
    if (at(i).is_sign("(") || at(i).is_sign(")")) return false;
  const auto name = name_at(at_ + 1);
  const std::size_t behind = name ? name->next : at_ + 1;
  // `(she didn't knock)`
  const bool is_of_somebody = at(at_ + 1).is("he") || at(at_ + 1).is("she") || at(at_ + 1).is("they");
  const std::size_t verb = at_ + (is_of_somebody ? 2 : 1);
  const bool is_said = contains(verbs_of_talk, at(verb).small) || is_talk(at(verb).small) ||
                       is_talk(at(behind).small) || (name && at(behind).is_sign(":"));
  if (!is_said) return false;
  remark_ = plain_.origin_of(here().begin, here().end).begin;
  at_ = tokens_.size() - 1;
  return true;
}

/// `9-3 <-- two!`, `9-5 -- a six!`: the rest is a remark, where none of it is an act.
bool ScribbleReader::read_remark_behind_sign() {
  if (at_ == 0 || !here().spaced || in_brackets_) return false;
  const bool points_back =
      here().kind == Token::Kind::sign && (here().text.starts_with('<') || here().text.starts_with("**"));
  // `9-4 !! where from?`: the signs were skipped.
  std::size_t cry = at_;
  while (cry > 0 && at(cry - 1).is_sign("!")) --cry;
  const bool is_cry = cry < at_ && at(cry).spaced && here().is_word();
  if (!points_back && !is_cry && !here().is_sign("--")) return false;
  const std::size_t begin = is_cry ? cry : at_;
  std::size_t words = 0;
  for (std::size_t i = is_cry ? at_ : at_ + 1; i + 1 < tokens_.size(); ++i) {
    const NotationWord* const word = word_at(i);
    const bool is_name = name_at(i) && !is_use(i, WordUse::article);
    if (tile_at(i) || (!points_back && (is_declared(i) || is_name))) return false;
    const bool is_act = word != nullptr && word->use != WordUse::number && contains(words_of_acts, word->use);
    if (!points_back && is_act) return false;
    if (at(i).is_word()) ++words;
  }
  if (words == 0) return false;
  remark_ = plain_.origin_of(at(begin).begin, at(begin).end).begin;
  at_ = tokens_.size() - 1;
  return true;
}

/// `dunno`, `takes it back`, `put one back`, `forgot marker`, `by mistake`: a word up to the next tile or
/// sign says that these words are no act. False: there is none, or see the complaint.
bool ScribbleReader::complain_of_remark() {
  const std::size_t first = at_;
  std::size_t last = first;
  const auto is_remark = [&](std::size_t index) {
    const NotationWord* const word = word_at(index);
    if (word == nullptr || name_at(index)) return false;
    if (vocabulary_ != nullptr && vocabulary_->find_act(at(index).text) != nullptr) return false;
    return word->use == WordUse::missing || word->use == WordUse::undone || word->use == WordUse::omitted ||
           word->use == WordUse::accident || word->use == WordUse::lifted;
  };
  const auto goes_on = [&](std::size_t index) {
    return (at(index).is_word() || (at(index).is_sign("'") && !at(index).spaced)) && !tile_at(index);
  };
  const bool is_marker = is_use(first, WordUse::mark) && is_use(first + 1, WordUse::omitted);
  const bool may_lead = is_use(first, WordUse::lay) || is_use(first, WordUse::take) || is_marker;
  if (at_act_word() && !may_lead) return false;
  while (goes_on(last) && !is_remark(last)) ++last;
  if (!goes_on(last)) return false;
  const WordUse use = word_at(last)->use;
  std::size_t end = last + 1;
  while (use == WordUse::omitted && goes_on(end)) ++end;
  const std::string text = plain_.text.substr(at(first).begin, at(end - 1).end - at(first).begin);
  std::string help;
  std::optional<std::string> replacement;
  if (use == WordUse::missing) {
    const bool is_whole = out_.text.ends_with(":");
    help = "write " + out_.text + (is_whole ? " ?" : " ...") +
           (is_whole ? " for a turn that nobody knows, " : " where nobody knows the rest of the turn, ") +
           "and a line with ? alone for turns that nobody wrote down";
  } else if (use == WordUse::undone) {
    help = help_of_undone;
  } else if (use == WordUse::lifted) {
    help = "a marker that a play takes off need not be written; leave these words out";
  } else if (use == WordUse::accident) {
    help = help_of_accident;
  } else if (is_marker || is_use(end - 1, WordUse::mark)) {
    help = "write nomark where none was put up; whatever else is known goes behind #, as a remark";
    replacement = "nomark";
  } else {
    help = "write what was done; what was forgotten goes behind #, as a remark";
  }
  complain(first, end - 1, NotationCode::unknown_act, "'" + text.substr(0, 40) + "' is no act",
           std::move(help), std::move(replacement));
  if (use == WordUse::missing) complaint_->ways = {out_.text.ends_with(":") ? "?" : "..."};
  return true;
}

/// Words behind which somebody's words stand.
bool is_talk(std::string_view small) {
  constexpr auto words = std::to_array<std::string_view>(
      {"but", "because", "since", "says", "said", "thinks", "thought", "claims", "claimed", "argues",
       "argued", "insists", "complains", "complained", "objects", "objected", "asks", "asked", "wonders"});
  return contains(words, small);
}

/// Guesses that words of which one is no act are a remark: up to the next sign or act, or a bracket. Only
/// where nothing hangs on them.
bool ScribbleReader::guess_remark(std::size_t first) {
  if (!guesses_remarks_ || !complaint_) return false;
  // A word that is nearly one of the game's, but not `says` for `lays`.
  if (complaint_->replacement && !is_talk(at(first).small)) return false;
  if (complaint_->code != NotationCode::unknown_act && complaint_->code != NotationCode::bad_act)
    return false;
  const bool is_bracket = at(first).is_sign("(");
  const std::size_t begin = first + (is_bracket ? 1 : 0);
  const auto is_act = [&](std::size_t index) {
    const NotationWord* const word = word_at(index);
    return tile_at(index) || is_declared(index) || (word != nullptr && contains(words_of_acts, word->use));
  };
  // `had no other five`
  const bool is_all_no = is_use(begin, WordUse::no) ? at(begin + 1).is("other")
                                                    : at(begin).is("had") && is_use(begin + 1, WordUse::no);
  // `says his penny was up`
  if (!is_bracket && !out_.text.ends_with(':') && is_talk(at(begin).small)) {
    guessed_remark_ += (guessed_remark_.empty() ? "" : ", ") + plain_.text.substr(at(begin).begin);
    at_ = tokens_.size() - 1;
    complaint_.reset();
    return true;
  }
  // `9-3 !! she had the big one`
  if (!is_bracket && !out_.text.ends_with(':') && guessed_remark_.empty() && is_rest_talk(begin)) {
    guessed_remark_ = plain_.text.substr(at(begin).begin, at(tokens_.size() - 2).end - at(begin).begin);
    at_ = tokens_.size() - 1;
    complaint_.reset();
    return true;
  }
  // `doesn't tap`
  const bool is_undone = at(begin + 1).is_sign("'") && at(begin + 2).is("t") && !at(begin + 2).spaced;
  bool needs_end = is_all_no || is_undone;  // in front of an act these may belong to it
  std::size_t unknown = 0;                  // words
  bool has_act = false;
  std::size_t end = begin;
  for (; !is_act(end) || is_bracket || (is_all_no && !tile_at(end)); ++end) {
    const Token& token = at(end);
    has_act = has_act || is_act(end);
    if (is_all_no && (token.is_word() || token.is_number()) && !tile_at(end)) continue;
    if (token.is_word()) {
      if (word_at(end) == nullptr && !name_at(end) && !is_declared(end)) ++unknown;
      if (contains(words_of_doubt, token.small) && !(is_undone && end == begin) && !is_bracket) return false;
      needs_end = needs_end || name_at(end) || is_use(end, WordUse::no) || leads_to_train(end);
      continue;
    }
    const bool is_between =
        token.is_sign("'") || token.is_sign("-") || token.is_sign("?") || token.is_sign("!");
    const bool is_inside = is_bracket && (token.is_number() || token.is_sign(",") || token.is_sign(":") ||
                                          token.is_sign(".") || token.is_sign("/"));
    if (!is_between && !is_inside) break;
  }
  const Token& after = at(end);
  const bool is_end = after.kind == Token::Kind::end || after.is_sign(",") || after.is_sign(";") ||
                      after.is_sign(".") || after.is_sign(":");
  const bool is_closed = is_bracket ? after.is_sign(")") : is_end || (is_act(end) && !needs_end);
  if (end == begin || !is_closed) return false;
  // Acts alone in brackets are acts.
  if (is_bracket && unknown == 0 && (has_act || !at(begin).is_word())) return false;
  // Letters by themselves stand for something.
  for (std::size_t i = begin; i < end; ++i)
    if (!is_bracket && at(i).is_word() && at(i).text.size() < 3 && word_at(i) == nullptr &&
        !at(i - 1).is_sign("'"))
      return false;
  const std::string words = plain_.text.substr(at(begin).begin, at(end - 1).end - at(begin).begin);
  guessed_remark_ += (guessed_remark_.empty() ? "" : ", ") + words;
  at_ = end + (is_bracket || after.is_sign(":") ? 1 : 0);
  complaint_.reset();
  return true;
}

/// True if four words or more stand there to the end of the line, and none of them is an act or a tile.
bool ScribbleReader::is_rest_talk(std::size_t begin) const {
  constexpr std::size_t least_words = 4;
  std::size_t words = 0;
  for (std::size_t i = begin; i + 1 < tokens_.size(); ++i) {
    const NotationWord* const word = word_at(i);
    const bool is_act = word != nullptr && word->use != WordUse::number && contains(words_of_acts, word->use);
    if (is_act || tile_at(i) || is_declared(i)) return false;
    if (at(i).is_word()) ++words;
  }
  return words >= least_words;
}

/// True of a word of some length that calls a train.
bool ScribbleReader::leads_to_train(std::size_t index) const {
  return vocabulary_ != nullptr && at(index).text.size() > 2 && !word_at(index) &&
         find_train(vocabulary_->program(), header_, at(index).text).train >= 0;
}

}  // namespace roundhouse::replay
