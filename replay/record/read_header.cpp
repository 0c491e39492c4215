#include "replay/record/read_header.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/notation_codes.h"
#include "replay/record/read_line.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

/// True if nothing of this field is left.
bool field_ends(LineCursor& cursor) {
  cursor.skip_spaces();
  return cursor.rest().empty() || cursor.rest()[0] == ']';
}

/// A value without quotes: all up to a space or the closing bracket.
std::string_view take_plain(LineCursor& cursor) {
  const std::size_t begin = cursor.position;
  const std::string_view text = cursor.text();
  std::size_t end = begin;
  while (end < text.size() && text[end] != ' ' && text[end] != '\t' && text[end] != ']' && text[end] != '"' &&
         text[end] != '=' && text[end] != '[' && text[end] != '\\') {
    ++end;
  }
  cursor.position = end;
  return text.substr(begin, end - begin);
}

std::optional<std::string> take_value(LineCursor& cursor, std::string_view what) {
  if (cursor.at_quoted()) return cursor.take_quoted();
  const std::string_view value = take_plain(cursor);
  if (value.empty()) {
    cursor.complain_here(NotationCode::missing_part, std::string(what) + " is missing here");
    return std::nullopt;
  }
  return std::string(value);
}

bool is_hexadecimal(std::string_view text) {
  return all_of(
      text, [](char letter) { return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f'); });
}

/// True if the value of this header field can be written as a line.
bool fits_a_line(const Header& header, HeaderKey key) {
  for (const std::string& text : header_texts(header, key))
    if (text.size() + 2 > longest_line) return false;
  return true;
}

}  // namespace

std::optional<HeaderKey> find_header_field(std::string_view name) {
  const auto field = find_if(all_header_fields, [&](const HeaderFieldRow& row) { return row.name == name; });
  if (field == all_header_fields.end()) return std::nullopt;
  return field->key;
}

dsl::Diagnostic complaint_at(NotationCode code, const At& at, std::string message, std::string help) {
  dsl::Diagnostic diagnostic;
  diagnostic.code = notation_code(code);
  diagnostic.where = at.span;
  diagnostic.message = std::move(message);
  diagnostic.why = notation_sentence(code);
  diagnostic.help = std::move(help);
  return diagnostic;
}

dsl::Diagnostic diagnostic_of(const LineCursor& cursor, const Complaint& complaint) {
  dsl::Diagnostic diagnostic = complaint_at(complaint.code, cursor.at(complaint.begin, complaint.end),
                                            complaint.message, complaint.help);
  diagnostic.labels = complaint.labels;
  return diagnostic;
}

bool read_option(LineCursor& cursor, std::vector<OptionField>& options) {
  OptionField option;
  const std::size_t begin = cursor.position;
  option.name = cursor.take_word();
  while (cursor.takes(".")) option.name.append(".").append(cursor.take_word());
  const std::size_t name_end = cursor.position;
  cursor.skip_spaces();
  if (option.name.empty() || !cursor.takes("=")) {
    return cursor.complain(cursor.in_field ? NotationCode::bad_header : NotationCode::missing_part, begin,
                           std::max(name_end, cursor.piece_end(begin)),
                           "'" + cursor.piece_at(begin) + "' is no option with a value",
                           "an option is written like deal_all=12, a path with spaces in quotation marks");
  }
  cursor.skip_spaces();
  auto value = take_value(cursor, "the value of '" + option.name + "'");
  if (!value) return false;
  option.value = std::move(*value);
  option.at = cursor.at_since(begin);
  for (const OptionField& other : options) {
    if (other.name != option.name) continue;
    cursor.complain(cursor.in_field ? NotationCode::repeated_header : NotationCode::contradiction, begin,
                    name_end, "'" + option.name + "' is given twice");
    cursor.complaint->labels.push_back({other.at.span, "first given here"});
    return false;
  }
  options.push_back(std::move(option));
  return true;
}

std::optional<PlayerField> read_player_field(LineCursor& cursor, const std::vector<PlayerField>& others) {
  PlayerField player;
  const std::size_t begin = cursor.position;
  player.name = cursor.take_name();
  const auto refuse = [&](NotationCode code, std::size_t end, std::string message, std::string help = {}) {
    cursor.complain(code, begin, end, std::move(message), std::move(help));
    return std::nullopt;
  };
  const bool ends = field_ends(cursor) || (!cursor.in_field && cursor.at_end()) ||
                    cursor.position > begin + player.name.size() || cursor.rest()[0] == '=';
  if (!is_player_name(player.name) || !ends || player.name.size() > longest_name)
    return refuse(NotationCode::bad_name, cursor.piece_end(begin),
                  "'" + cursor.piece_at(begin) + "' cannot be a short name",
                  "take a short one and put the whole name behind it: May=\"Aunt May\"");
  const std::string small = folded(player.name);
  if (small == "referee")
    return refuse(NotationCode::bad_name, cursor.position,
                  "'referee' is the person who rules on the game, no player");
  if (cursor.takes("=")) {
    cursor.skip_spaces();
    auto full_name = take_value(cursor, "the whole name");
    if (!full_name) return std::nullopt;
    player.full_name = std::move(*full_name);
  }
  player.at = cursor.at_since(begin);
  for (const PlayerField& other : others) {
    if (folded(other.name) != small) continue;
    cursor.complain(NotationCode::repeated_name, begin, cursor.position,
                    "two players are called '" + player.name + "'");
    cursor.complaint->labels.push_back({other.at.span, "first here"});
    return std::nullopt;
  }
  return player;
}

bool HeaderReader::read(LineCursor& cursor) {
  cursor.in_field = true;
  while (!cursor.at_end()) {
    if (!cursor.rest().starts_with('[')) return read_end(cursor);
    if (!read_field(cursor)) return false;
  }
  return true;
}

bool HeaderReader::read_field(LineCursor& cursor) {
  const std::size_t begin = cursor.position;
  cursor.takes("[");
  cursor.skip_spaces();
  const std::size_t name_begin = cursor.position;
  const std::string name = lower(cursor.take_word());
  const auto key = find_header_field(name);
  if (!key) {
    std::vector<std::string> names;
    std::vector<std::string> free;  // what is given already cannot be meant once more
    for (const HeaderFieldRow& field : all_header_fields) {
      names.emplace_back(field.name);
      const HeaderKey known = *find_header_field(names.back());
      if (known == HeaderKey::fact || !seen_[static_cast<std::size_t>(known)]) free.push_back(names.back());
    }
    const auto nearest = dsl::nearest_name(name, free);
    return cursor.complain(NotationCode::unknown_header, name_begin, std::max(cursor.position, name_begin),
                           "there is no header field '" + name.substr(0, longest_name) + "'",
                           nearest ? "did you mean '" + *nearest + "'?" : "it is " + dsl::list_names(names));
  }
  last_key_ = *key;
  const std::string example(row(*key).example);
  std::optional<At>& seen = seen_[static_cast<std::size_t>(*key)];
  if (seen && *key != HeaderKey::fact) {
    cursor.complain(NotationCode::repeated_header, begin, cursor.position, "'" + name + "' is given twice");
    cursor.complaint->labels.push_back({seen->span, "first given here"});
    return false;
  }
  seen = cursor.at_since(begin);
  if (!read_content(cursor, *key)) {
    if (*key == HeaderKey::players) players_broken_ = true;
    if (cursor.complaint->help.empty()) cursor.complaint->help = "write it like " + example;
    return false;
  }
  cursor.skip_spaces();
  if (cursor.rest().empty()) {
    return cursor.complain(NotationCode::bad_header, begin, begin + 1, "this bracket is not closed",
                           "write it like " + example);
  }
  if (!cursor.takes("]")) {
    return cursor.complain_here(NotationCode::trailing_text,
                                "'" + cursor.piece_at(cursor.position) + "' is too much in this field",
                                "write it like " + example);
  }
  seen = cursor.at_since(begin);
  if (*key == HeaderKey::variant) header_.variant.at = *seen;
  if (*key == HeaderKey::rules) header_.rules_at = *seen;
  if (*key == HeaderKey::used) header_.used_at = *seen;
  if (*key == HeaderKey::placement) header_.placement_at = *seen;
  return true;
}

bool HeaderReader::read_content(LineCursor& cursor, HeaderKey key) {
  cursor.skip_spaces();
  switch (key) {
    case HeaderKey::variant:
      return read_variant(cursor);
    case HeaderKey::players:
      players_at_ = cursor.at(0, cursor.text().size());
      return read_players(cursor);
    case HeaderKey::ages:
      return read_ages(cursor);
    case HeaderKey::rules:
      return read_rules(cursor);
    case HeaderKey::seed:
      return read_seed(cursor);
    case HeaderKey::complete:
      header_.complete = true;
      return true;
    case HeaderKey::used:
      return read_used(cursor);
    case HeaderKey::first:
    case HeaderKey::out:
      return read_player(cursor, key);
    case HeaderKey::totals:
    case HeaderKey::earlier:
    case HeaderKey::placement:
      return read_points(cursor, key);
    case HeaderKey::fact:
      return read_fact(cursor);
  }
  return false;
}

bool HeaderReader::read_variant(LineCursor& cursor) {
  auto name = take_value(cursor, "the name of a variant");
  if (!name) return false;
  if (name->empty()) return cursor.complain_here(NotationCode::missing_part, "the variant has no name");
  header_.variant.name = std::move(*name);
  while (!field_ends(cursor))
    if (!read_option(cursor, header_.variant.options)) return false;
  return true;
}

bool HeaderReader::read_players(LineCursor& cursor) {
  while (!field_ends(cursor)) {
    const std::size_t begin = cursor.position;
    auto player = read_player_field(cursor, header_.players);
    if (!player) return false;
    header_.players.push_back(std::move(*player));
    if (header_.players.size() > engine::max_players) {
      return cursor.complain(NotationCode::number_of_players, begin, cursor.position,
                             "these are more than " + std::to_string(engine::max_players) + " players");
    }
  }
  return true;
}

bool HeaderReader::read_ages(LineCursor& cursor) {
  if (field_ends(cursor)) return cursor.complain_here(NotationCode::missing_part, "an age is missing here");
  while (!field_ends(cursor)) {
    const std::size_t begin = cursor.position;
    if (cursor.takes("?")) {
      header_.ages.push_back(-1);
    } else {
      const auto age = cursor.take_number();
      if (!age || *age < 0 || *age > 200) {
        header_.ages.clear();  // those that were read are not counted
        return cursor.complain(NotationCode::bad_number, begin, cursor.piece_end(begin),
                               "'" + cursor.piece_at(begin) + "' is no age");
      }
      header_.ages.push_back(static_cast<int>(*age));
    }
    if (header_.ages.size() > engine::max_players) {
      return cursor.complain(
          NotationCode::number_of_players, begin, cursor.position,
          "these are the ages of more than " + std::to_string(engine::max_players) + " players");
    }
  }
  return true;
}

bool HeaderReader::read_rules(LineCursor& cursor) {
  const std::size_t begin = cursor.position;
  const std::string hash = lower(take_plain(cursor));
  constexpr std::string_view prefix = "sha256:";
  const std::string digits = hash.starts_with(prefix) ? hash.substr(prefix.size()) : "";
  if (digits.size() < 8 || digits.size() > 64 || !is_hexadecimal(digits)) {
    return cursor.complain(NotationCode::bad_header, begin, std::max(cursor.position, begin),
                           "this is no hash of rules",
                           "it is written sha256: and 8 to 64 of its digits (0-9, a-f)");
  }
  header_.rules = digits;
  return true;
}

bool HeaderReader::read_seed(LineCursor& cursor) {
  const std::size_t begin = cursor.position;
  const std::string_view text = take_plain(cursor);
  const auto seed = dsl::whole_number<std::uint64_t>(text);
  if (!seed) {
    return cursor.complain(NotationCode::bad_number, begin, cursor.position, "this is no seed",
                           "a seed is a whole number from 0");
  }
  header_.seed = seed;
  return true;
}

bool HeaderReader::read_used(LineCursor& cursor) {
  if (field_ends(cursor)) return cursor.complain_here(NotationCode::missing_part, "a number is missing here");
  while (!field_ends(cursor)) {
    const std::size_t begin = cursor.position;
    const auto pips = cursor.take_number();
    const bool known = pips && contains(header_.used, *pips);
    if (!pips || *pips < 0 || *pips > engine::max_highest || known) {
      return cursor.complain(NotationCode::bad_number, begin, cursor.piece_end(begin),
                             known ? "this double stands here twice"
                                   : "'" + cursor.piece_at(begin) + "' is no double from 0 to 18",
                             "[used 9 8] says that 9-9 and 8-8 were engines");
    }
    header_.used.push_back(static_cast<int>(*pips));
  }
  return true;
}

bool HeaderReader::read_points(LineCursor& cursor, HeaderKey key) {
  if (field_ends(cursor)) return cursor.complain_here(NotationCode::missing_part, "a number is missing here");
  std::vector<std::int32_t>& points = key == HeaderKey::totals    ? header_.totals
                                      : key == HeaderKey::earlier ? header_.earlier
                                                                  : header_.placement;
  while (!field_ends(cursor)) {
    const std::size_t begin = cursor.position;
    const auto number = cursor.take_number();
    if (!number || *number < -greatest_number || *number > greatest_number) {
      points.clear();
      return cursor.complain(NotationCode::bad_number, begin, cursor.piece_end(begin),
                             "'" + cursor.piece_at(begin) + "' is no number of points");
    }
    points.push_back(static_cast<std::int32_t>(*number));
    if (points.size() > engine::max_players) {
      return cursor.complain(
          NotationCode::number_of_players, begin, cursor.position,
          "these are the points of more than " + std::to_string(engine::max_players) + " players");
    }
  }
  return true;
}

bool HeaderReader::read_player(LineCursor& cursor, HeaderKey key) {
  const std::size_t begin = cursor.position;
  const std::string_view name = cursor.take_name();
  if (name.empty())
    return cursor.complain_here(NotationCode::missing_part, "a player's name is missing here");
  later_.push_back({key, 0, std::string(name), cursor.at_since(begin)});
  return true;
}

bool HeaderReader::read_fact(LineCursor& cursor) {
  const std::size_t begin = cursor.position;
  FactField fact;
  std::string_view name = cursor.take_word();
  std::optional<LaterName> later;
  if (!name.empty() && cursor.rest().starts_with('.')) {
    later = LaterName{HeaderKey::fact, header_.facts.size(), std::string(name), cursor.at_since(begin)};
    cursor.takes(".");
    name = cursor.take_word();
  }
  if (name.empty() || name.size() > longest_name) {
    return cursor.complain_here(NotationCode::missing_part, "the name of a fact is missing here");
  }
  fact.name = name;
  if (!field_ends(cursor)) {
    const std::size_t value_begin = cursor.position;
    const std::string_view value = take_plain(cursor);
    const TileToken tile = read_tile_token(value, 0);
    const auto number = dsl::whole_number<std::int32_t>(value, -greatest_number, greatest_number);
    const bool is_tile = tile.length == value.size() && tile.in_range && tile.tile.known();
    if (!number && !is_tile && !is_player_name(value)) {
      return cursor.complain(NotationCode::bad_header, value_begin, std::max(cursor.position, value_begin),
                             "this is no value of a fact", "it is a number, a tile, or a player's name");
    }
    fact.value = is_tile ? tile_text(tile.tile) : number ? std::to_string(*number) : std::string(value);
    if (fact.value == "true") fact.value.clear();
  }
  fact.at = cursor.at_since(begin);
  if (header_.facts.size() >= most_header_facts) {
    return cursor.complain(NotationCode::too_many_facts, begin, cursor.position, "these are too many facts");
  }
  if (later) later_.push_back(std::move(*later));
  header_.facts.push_back(std::move(fact));
  return true;
}

void HeaderReader::add_comments(std::vector<std::string> above, std::optional<Comment> beside) {
  if (above.empty() && !beside) return;
  const std::size_t fact =
      last_key_ == HeaderKey::fact && !header_.facts.empty() ? header_.facts.size() - 1 : 0;
  header_.comments.push_back(
      {last_key_, static_cast<std::uint16_t>(fact), std::move(above), std::move(beside)});
}

// Checks of a header that need all its fields: who is meant by a name, whether there
// is a number for each player, what was given twice.

Seat HeaderReader::later_seat(const LaterName& later, dsl::Diagnostics& diagnostics) const {
  const PlayerMatch match = match_player(header_, later.name);
  if (match.found()) return match.seats.front();
  if (!header_.players.empty() && !players_broken_) {
    const std::vector<std::string> names = player_names(header_);
    const auto nearest = dsl::nearest_name(later.name, names);
    const bool none = match.seats.empty();
    diagnostics.push_back(
        complaint_at(none ? NotationCode::unknown_player : NotationCode::ambiguous_player, later.at,
                     none ? "no player is called '" + later.name.substr(0, longest_name) + "'"
                          : "'" + later.name + "' is the beginning of more than one name",
                     nearest ? "did you mean '" + *nearest + "'?" : "it is " + dsl::list_names(names)));
  }
  return no_seat;
}

void HeaderReader::drop_repeated_facts(dsl::Diagnostics& diagnostics) {
  std::vector<FactField>& facts = header_.facts;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto end = facts.begin() + static_cast<std::ptrdiff_t>(i);
    const auto before = std::find_if(facts.begin(), end, [&](const FactField& other) {
      return other.name == facts[i].name && other.player == facts[i].player;
    });
    if (before == end) continue;
    diagnostics.push_back(complaint_at(NotationCode::repeated_header, facts[i].at,
                                       "'" + facts[i].name + "' is given twice", "keep one of them"));
    diagnostics.back().labels.push_back({before->at.span, "first given here"});
    facts.erase(end);
    // The comments of facts go by their number.
    std::erase_if(header_.comments,
                  [&](const HeaderComment& c) { return c.key == HeaderKey::fact && c.fact == i; });
    for (HeaderComment& comment : header_.comments) {
      if (comment.key == HeaderKey::fact && comment.fact > i) --comment.fact;
    }
    --i;
  }
}

void HeaderReader::compare_numbers(HeaderKey key, std::size_t numbers, std::string_view what,
                                   dsl::Diagnostics& diagnostics) const {
  if (numbers == 0 || header_.players.empty() || numbers == header_.players.size()) return;
  diagnostics.push_back(complaint_at(NotationCode::number_of_players, *seen_[static_cast<std::size_t>(key)],
                                     std::to_string(numbers) + " " + std::string(what) + " for " +
                                         std::to_string(header_.players.size()) + " players",
                                     key == HeaderKey::ages
                                         ? "one for each, in the order of the seats; ? where it is not known"
                                         : "one for each, in the order of the seats"));
}

dsl::Diagnostics HeaderReader::finish() {
  dsl::Diagnostics diagnostics;
  if (players_broken_) header_.players.clear();
  if (header_.players.empty() && players_were_named() && !players_broken_) {
    diagnostics.push_back(complaint_at(NotationCode::number_of_players, players_at_, "nobody is named here",
                                       "write it like " + std::string(row(HeaderKey::players).example)));
  }
  for (const LaterName& later : later_) {
    const Seat seat = later_seat(later, diagnostics);
    if (later.key == HeaderKey::first) {
      header_.first = seat;
    } else if (later.key == HeaderKey::out) {
      header_.out = seat;
    } else {
      header_.facts[later.fact].player = seat;
    }
  }
  drop_repeated_facts(diagnostics);
  compare_numbers(HeaderKey::ages, header_.ages.size(), "ages", diagnostics);
  compare_numbers(HeaderKey::totals, header_.totals.size(), "totals", diagnostics);
  compare_numbers(HeaderKey::earlier, header_.earlier.size(), "numbers", diagnostics);
  compare_numbers(HeaderKey::placement, header_.placement.size(), "numbers", diagnostics);
  // Only beside a field that is written a comment has a place.
  std::array<std::size_t, all_header_fields.size()> written{};
  for (const HeaderFieldRow& field : all_header_fields)
    written[static_cast<std::size_t>(field.key)] = header_texts(header_, field.key).size();
  std::erase_if(header_.comments, [&](const HeaderComment& comment) {
    const std::size_t number = comment.key == HeaderKey::fact ? comment.fact : 0;
    return number >= written[static_cast<std::size_t>(comment.key)];
  });
  // In the order in which fields are written, which need not be that of this header; of a field given twice
  // the first one's.
  const auto place = [](const HeaderComment& comment) { return std::pair(comment.key, comment.fact); };
  stable_sort(header_.comments,
              [&](const HeaderComment& a, const HeaderComment& b) { return place(a) < place(b); });
  header_.comments.erase(
      std::unique(header_.comments.begin(), header_.comments.end(),
                  [&](const HeaderComment& a, const HeaderComment& b) { return place(a) == place(b); }),
      header_.comments.end());
  return diagnostics;
}

RulesTimeline::RulesTimeline(const Header& header, ReadyRules rules) : now_(lasting_header(header)) {
  // With all that the record begins with: a newcomer may come before its first round.
  terms_ = std::make_shared<const RoundTerms>(RoundTerms{header, std::move(rules)});
  is_refused_ = !terms_->rules.program;
  made_.push_back(std::make_shared<const RoundTerms>(RoundTerms{now_, terms_->rules}));
}

std::string RulesTimeline::change(const Line& line) {
  Header changed = now_;
  follow(changed, line);
  if (!fits_a_line(changed, HeaderKey::variant) || !fits_a_line(changed, HeaderKey::players))
    return "with this the header would have a line of more than 8,192 bytes";
  if (!std::exchange(has_changed_, true)) {
    change_ = {};
    change_.before = terms_;
    change_.seats.resize(now_.players.size());
    std::iota(change_.seats.begin(), change_.seats.end(), Seat{0});
  }
  now_ = std::move(changed);
  is_changing_ = true;
  if (const auto* rules = std::get_if<RulesLine>(&line)) {
    for (const OptionField& option : rules->options) {
      std::erase_if(change_.options, [&](const OptionField& other) { return other.name == option.name; });
      change_.options.push_back(option);
    }
  } else if (const auto* joins = std::get_if<JoinsLine>(&line)) {
    const int players = static_cast<int>(now_.players.size());
    const auto seat = static_cast<Seat>(joins->after == no_seat ? players - 1 : joins->after + 1);
    for (std::vector<Seat>* seats : {&change_.seats, &change_.newcomers})
      for (Seat& other : *seats)
        if (other >= seat) ++other;
    change_.newcomers.push_back(seat);
  }
  return {};
}

std::shared_ptr<const RoundTerms> RulesTimeline::find(Header header, const ProgramOf& program_of) {
  const auto known = find_if(made_, [&](const auto& terms) { return terms->header == header; });
  if (known != made_.end()) return *known;
  if (made_.size() > most_round_terms) return nullptr;
  ReadyRules rules;
  if (program_of && !is_refused_) rules = program_of(header);
  is_refused_ = is_refused_ || !rules.program;
  return made_.emplace_back(
      std::make_shared<const RoundTerms>(RoundTerms{std::move(header), std::move(rules)}));
}

bool RulesTimeline::apply_changes(const ProgramOf& program_of) {
  is_changing_ = false;
  const Header& before = change_.before->header;
  const bool joins = !change_.newcomers.empty();
  // The points of newcomers are asked by the rules of now, of those who sat there before.
  Header asked = now_;
  asked.players = before.players;
  asked.ages = before.ages;
  const bool asks_others = joins && asked.variant.options != before.variant.options;
  std::shared_ptr<const RoundTerms> by;
  if (asks_others && !(by = find(std::move(asked), program_of))) return false;
  std::shared_ptr<const RoundTerms> terms = find(now_, program_of);
  if (!terms) return false;
  terms_ = std::move(terms);
  RoundChange change = change_;
  if (joins) change.asked = by ? by->rules : change_.before->rules;
  applied_ = std::make_shared<const RoundChange>(std::move(change));
  return true;
}

RoundBy RulesTimeline::take() {
  has_changed_ = false;
  return {terms_, std::exchange(applied_, nullptr)};
}

}  // namespace roundhouse::replay
