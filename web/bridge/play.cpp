// Calls about a game that is played against the computer. Its record is all that is kept of it: each call
// reads it, does what was typed, and gives the record back.

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/player_numbers.h"
#include "engine/evaluate.h"
#include "replay/record/names.h"
#include "replay/record/places.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/views/narrate.h"
#include "replay/views/verdict_text.h"
#include "tools/play/game.h"
#include "tools/play/moves.h"
#include "tools/players/all_players.h"
#include "tools/simulate/simulate.h"
#include "web/bridge/load.h"
#include "web/bridge/request.h"
#include "web/bridge/table_state.h"

namespace roundhouse::web {
namespace {

using replay::Ask;
using replay::Game;
using replay::Seat;
using replay::SeatView;

constexpr std::string_view person = "you";

/// A game with the rules that it is played by.
struct GameOfRequest {
  dsl::SourceMap sources;
  std::shared_ptr<const engine::Rules> program;
  std::unique_ptr<Game> game;
  Reply refused;  ///< if there is no game
};

/// Computer players by name or level; everybody else is a person.
std::vector<const engine::Player*> players_at(const std::vector<std::string>& seats) {
  std::vector<const engine::Player*> players;
  for (const std::string& seat : seats)
    players.push_back(seat == person ? nullptr : engine::find_player(seat));
  return players;
}

std::vector<std::string> seats_of(const Request& request, const replay::Header& header) {
  std::vector<std::string> seats = request.texts("seats");
  if (!seats.empty()) return seats;
  const std::string noted = replay::noted_seats(header);
  for (std::size_t begin = 0; !noted.empty() && begin <= noted.size();) {
    const std::size_t end = std::min(noted.find(',', begin), noted.size());
    seats.push_back(noted.substr(begin, end - begin));
    begin = end + 1;
  }
  return seats;
}

GameOfRequest game_of(const Request& request) {
  GameOfRequest found;
  const std::string text = request.text("record");
  RequestedRecord read = record_of(request, text);
  if (!read.record) {
    found.refused = std::move(read.refused);
    return found;
  }
  const std::vector<std::string> seats = seats_of(request, read.record->record.header);
  if (seats.size() != read.record->record.header.players.size()) {
    found.refused = refusal("the seats are not as many as the players of this record");
    return found;
  }
  if (!read.record->record.header.seed) {
    found.refused = refusal("this record has no seed, so that chance does not know how to go on");
    return found;
  }
  found.program = read.record->by.program;
  found.game = std::make_unique<Game>(*found.program, read.record->record.header, players_at(seats));
  replay::ResumeTrouble trouble = replay::resume(*found.game, read.record->record);
  found.sources = std::move(read.sources);
  if (trouble.message.empty()) return found;
  found.game.reset();
  found.refused = refusal("this record cannot be gone on with: " + trouble.message, std::move(trouble.help));
  return found;
}

/// The name of the next question in calls.ts.
std::string_view ask_name(const Game& game, bool round_is_over) {
  switch (game.asks().kind) {
    case Ask::Kind::turn:
      return "turn";
    case Ask::Kind::aside:
      return "aside";
    case Ask::Kind::referee:
      return "referee";
    case Ask::Kind::over:
      return "over";
    case Ask::Kind::dead_end:
      return "dead-end";
    case Ask::Kind::too_long:
      return "too-long";
    case Ask::Kind::nobody:
      break;
  }
  return round_is_over ? "round-over" : "turn";
}

/// A game while one request is answered.
class Sitting {
 public:
  Sitting(Game& game, const Request& request) : game_(game) {
    const std::vector<Seat> people = game.people();
    if (people.size() == 1) view_.seat = people.front();
    const std::uint64_t wanted = request.number("view", std::uint64_t{1} << 32U);
    if (wanted < game.seats().size() && game.is_person(static_cast<Seat>(wanted)))
      view_.seat = static_cast<Seat>(wanted);
  }

  /// Carries out what comes by itself, until a person is asked or a round is over.
  void go_on() {
    while (game_.asks().kind == Ask::Kind::nobody) {
      if (is_over() && has_gone_on_) return;
      take_step();
    }
  }

  /// Somebody who was asked answers; nothing typed: lets it be, or goes on behind a round.
  void take(const std::string& typed) {
    for (;;) {
      const Ask ask = game_.asks();
      if (ask.kind == Ask::Kind::nobody) {
        if (is_over() && !typed.empty())
          return refuse({"the round is over", "an empty answer begins the next one"});
        return;
      }
      if (ask.kind == Ask::Kind::turn) {
        if (typed.empty()) return refuse({"it is " + game_.name(ask.seat) + "'s turn", {}});
        return act(ask.seat, typed);
      }
      if (ask.kind != Ask::Kind::aside && ask.kind != Ask::Kind::referee)
        return refuse({"the game cannot go on", {}});
      const Seat seat = ask.kind == Ask::Kind::referee ? engine::no_seat : ask.seat;
      if (!typed.empty() && is_act_of(seat, typed)) return act(seat, typed);
      game_.let_be();
      has_gone_on_ = true;
      // The typed text is meant for the player who is asked next.
      if (typed.empty()) return;
    }
  }

  void note(std::string sentence) { happened_.push_back(std::move(sentence)); }
  SeatView view() const { return view_; }

  Json state() const {
    Json json;
    const Ask ask = game_.asks();
    json["record"] = game_.text();
    json["ask"] = ask_name(game_, is_over());
    json["seat"] = ask.seat;
    json["choices"] = choices(ask);
    Json& hand = json["hand"] = Json::array();
    if (view_.seat != engine::no_seat)
      for (const engine::TileId tile :
           replay::tiles_in(game_.position().hands[static_cast<std::size_t>(view_.seat)]))
        hand.push_back(tile_json(tile));
    json["happened"] = happened_;
    if (refused_) json["refused"] = *refused_;
    return json;
  }

 private:
  struct Refused {
    std::string trouble;
    std::string help;
  };

  bool is_over() const { return game_.rounds() > 0 && game_.position().phase == engine::Phase::over; }

  void refuse(const Refused& refused) {
    refused_ = Json{{"trouble", refused.trouble}, {"help", refused.help}, {"rule", ""}, {"says", ""}};
  }
  void refuse(const replay::Meant& meant) {
    if (!meant.ruling) return refuse({meant.trouble, meant.help});
    refused_ = Json{{"trouble", meant.ruling->message},
                    {"help", meant.ruling->help},
                    {"rule", meant.ruling->rule},
                    {"says", meant.ruling->says}};
  }

  void tell(const replay::TableAction& deed) {
    has_gone_on_ = true;
    const engine::Position before = replay::seen_by(deed.before, view_);
    const engine::Act act = replay::seen_by(game_.program(), deed.act, view_);
    std::string text =
        dsl::joined(replay::narrate(game_.program(), game_.header(), before, act, deed.trace, {}), " ");
    if (!text.empty()) note(std::move(text));
  }

  void take_step() {
    if (const auto deed = game_.step())
      tell(*deed);
    else
      has_gone_on_ = true;
  }

  bool is_act_of(Seat seat, const std::string& typed) const {
    const std::string line =
        seat == engine::no_seat && typed.find(':') == std::string::npos ? "referee: " + typed : typed;
    const replay::Typed read = replay::read_typed(game_, seat, line);
    return read.trouble.empty() && read.actor == seat && read.line.acts.size() == 1 &&
           replay::mean_act(game_, seat, read.line.acts.front()).act.has_value();
  }

  void act(Seat seat, const std::string& typed) {
    const std::string line =
        seat == engine::no_seat && typed.find(':') == std::string::npos ? "referee: " + typed : typed;
    const replay::Typed read = replay::read_typed(game_, seat, line);
    if (!read.trouble.empty()) return refuse({read.trouble, read.help});
    if (read.actor != seat && read.actor != engine::no_seat && !game_.is_person(read.actor))
      return refuse({game_.name(read.actor) + " is played by the computer", {}});
    const int turn = game_.position().turn_serial;
    const std::size_t round = game_.rounds();
    const auto is_same_turn = [&] { return game_.rounds() == round && game_.position().turn_serial == turn; };
    for (const replay::WrittenAct& written : read.line.acts) {
      if (!is_same_turn() && std::holds_alternative<replay::PassAct>(written.what)) break;
      const replay::Meant meant = replay::mean_act(game_, read.actor, written);
      if (!meant.act) return refuse(meant);
      tell(game_.carry_out(*meant.act));
      // Acts that have to follow come before the next act of the line.
      while (!game_.position().voided && game_.asks().kind == Ask::Kind::nobody &&
             game_.position().phase != engine::Phase::over && is_same_turn())
        take_step();
    }
  }

  Json choices(const Ask& ask) const {
    Json list = Json::array();
    const bool is_asked =
        ask.kind == Ask::Kind::turn || ask.kind == Ask::Kind::aside || ask.kind == Ask::Kind::referee;
    if (!is_asked) return list;
    const replay::RecordRound none;
    const replay::BreachReporter reporter{game_.program(), game_.header(), none};
    std::vector<std::string> known;
    for (const engine::Act& act : game_.legal(ask.kind == Ask::Kind::referee ? engine::no_seat : ask.seat)) {
      std::string text = replay::act_text(game_, act);
      if (contains(known, text)) continue;
      known.push_back(text);
      const bool lays = act.kind == engine::ActKind::lay;
      list.push_back({{"text", text},
                      {"caption", reporter.deed(game_.position(), act)},
                      {"tile", tile_json(act.tile)},
                      {"place", lays ? Json(place_of(act)) : Json(nullptr)}});
    }
    return list;
  }

  /// As `targets` of the table names the end.
  std::string place_of(const engine::Act& act) const {
    std::string place = replay::place_text(game_.program(), game_.header(), game_.position(), act.actor,
                                           act.tile, act.end, act.amount);
    if (!place.empty()) return place;
    const int index = engine::find_end(game_.position(), act.end);
    return index < 0 ? place
                     : replay::train_text(game_.program(), game_.header(),
                                          game_.position().ends[static_cast<std::size_t>(index)].train);
  }

  Game& game_;
  SeatView view_;
  std::vector<std::string> happened_;
  std::optional<Json> refused_;
  bool has_gone_on_ = false;
};

Reply state_of(const Request& request, const Sitting& sitting, const Game& game) {
  Reply answer;
  answer.json = sitting.state();
  const Seat seat = sitting.view().seat;
  Reply table = table_of(request, game.text(), seat == engine::no_seat ? std::string() : game.name(seat));
  if (!table.raw_key.empty()) table.json[table.raw_key] = Json::parse(table.raw);
  answer.json["table"] = std::move(table.json);
  return answer;
}

// The calls.

Reply play(const Request& request) {
  const RequestedRules asked = rules_of(request);
  if (!asked.rules.ok()) return refusal(asked.sources, asked.rules.diagnostics);
  const std::vector<std::string> names = request.texts("players");
  const std::vector<std::string> seats = request.texts("seats");
  if (seats.size() != names.size()) return refusal("there are not as many seats as players");
  if (auto reason = dsl::refuse_players(asked.rules.value, static_cast<int>(names.size())))
    return refusal(std::move(*reason));
  replay::Header header = header_of(request);
  header.seed = request.number("seed");
  header.complete = true;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!replay::is_player_name(names[i]))
      return refusal("'" + dsl::printable_line(names[i]) +
                     "' is no short name: letters and digits, without blanks");
    if (count_if(names, [&](const std::string& other) {
          return replay::folded(other) == replay::folded(names[i]);
        }) > 1)
      return refusal("two players are called " + names[i]);
    if (seats[i] != person && engine::find_player(seats[i]) == nullptr)
      return refusal("there is no computer player '" + dsl::printable_line(seats[i]) + "'");
    header.players.push_back({names[i], {}, {}});
  }
  const std::vector<const engine::Player*> players = players_at(seats);
  replay::note_seats(header, players);
  const engine::Rules program = engine::compile_rules(asked.rules.value, static_cast<int>(names.size()));
  Game game(program, std::move(header), players);
  Sitting sitting(game, request);
  sitting.go_on();
  return state_of(request, sitting, game);
}

Reply act(const Request& request) {
  const GameOfRequest found = game_of(request);
  if (!found.game) return found.refused;
  Sitting sitting(*found.game, request);
  sitting.take(request.text("typed"));
  sitting.go_on();
  return state_of(request, sitting, *found.game);
}

/// Without the tile of a draw, which others do not know.
std::string taken_back(const Game& game, const engine::Act& act) {
  if (act.kind == engine::ActKind::lay || act.kind == engine::ActKind::lead)
    return "the " + replay::tile_text(act.tile);
  if (act.kind == engine::ActKind::draw) return "a draw";
  if (act.kind == engine::ActKind::declared) return "'" + game.program().declared[act.declared].called + "'";
  return "the end of the turn";
}

/// The seat of a request; absent: nobody sits there.
std::optional<Seat> seat_of(const Request& request, const Game& game) {
  const std::uint64_t seat = request.number("seat");
  if (seat >= game.seats().size()) return std::nullopt;
  return static_cast<Seat>(seat);
}

Reply undo(const Request& request) {
  const GameOfRequest found = game_of(request);
  if (!found.game) return found.refused;
  Game& game = *found.game;
  const auto seat = seat_of(request, game);
  if (!seat || !game.is_person(*seat)) return refusal("nobody plays in this seat");
  const auto last = game.last_act(*seat);
  if (!last) return refusal(game.name(*seat) + " has done nothing in this round that could be taken back");
  const std::string what = taken_back(game, *last);
  game.take_back(*seat, " " + game.name(*seat) + " took back " + what);
  Sitting sitting(game, request);
  sitting.note(game.name(*seat) + " took back " + what + ".");
  sitting.go_on();
  return state_of(request, sitting, game);
}

Reply hint(const Request& request) {
  const GameOfRequest found = game_of(request);
  if (!found.game) return found.refused;
  const auto seat = seat_of(request, *found.game);
  if (!seat || !found.game->is_person(*seat)) return refusal("nobody plays in this seat");
  const auto hint = replay::hint_for(*found.game, *seat);
  if (!hint) return refusal("there is nothing to be done");
  Reply answer;
  answer.json["act"] = hint->act;
  answer.json["why"] = hint->why;
  return answer;
}

Reply why(const Request& request) {
  const GameOfRequest found = game_of(request);
  if (!found.game) return found.refused;
  const Game& game = *found.game;
  const auto seat = seat_of(request, game);
  if (!seat || !game.is_person(*seat)) return refusal("nobody plays in this seat");
  const replay::Typed typed = replay::read_typed(game, *seat, request.text("typed"));
  if (!typed.trouble.empty()) return refusal(typed.trouble, typed.help);
  if (typed.line.acts.empty()) return refusal("write the act behind it: 9-3>Ann");
  // Of another's hand nothing is said.
  if (typed.actor != *seat && typed.actor != engine::no_seat && !game.is_person(typed.actor))
    return refusal(game.name(typed.actor) + " is played by the computer");
  const replay::Meant meant = replay::mean_act(game, typed.actor, typed.line.acts.front());
  Reply answer;
  answer.json["rule"] = meant.ruling ? meant.ruling->rule : std::string();
  answer.json["legal"] = meant.act.has_value();
  if (meant.act) {
    answer.json["text"] = replay::act_text(game, *meant.act) + " is legal.";
  } else if (meant.ruling) {
    answer.json["text"] = "That is not legal: " + meant.ruling->message + "." +
                          (meant.ruling->is_complete ? "" : " " + meant.ruling->says);
    answer.json["source"] = replay::rule_source(found.sources, *meant.ruling);
  } else {
    answer.json["text"] = "That cannot be done: " + meant.trouble + ".";
  }
  return answer;
}

/// So many games are played for one request at most.
constexpr std::uint64_t most_games = 10'000;

Reply digest(const Request& request) {
  const RequestedRules asked = rules_of(request);
  if (!asked.rules.ok()) return refusal(asked.sources, asked.rules.diagnostics);
  const auto players = static_cast<int>(std::min<std::uint64_t>(request.number("players"), 99));
  if (auto reason = dsl::refuse_players(asked.rules.value, players)) return refusal(std::move(*reason));
  engine::SimulateOptions options;
  options.seed = request.number("seed", 1);
  options.games = std::min(request.number("games"), most_games);
  options.unit = request.truth("rounds") ? engine::Unit::round : engine::Unit::match;
  options.play.declared = static_cast<double>(std::min<std::uint64_t>(request.number("declared"), 100)) / 100;
  const engine::Figures figures =
      engine::simulate(engine::compile_rules(asked.rules.value, players), options);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4)
    text += digits[static_cast<std::size_t>((figures.digest >> static_cast<unsigned>(shift)) & 15U)];
  Reply answer;
  answer.json["digest"] = std::move(text);
  return answer;
}

constexpr RequestField of_play[] = {{"rules"},
                                    {"files", FieldForm::by_name, false},
                                    {"set", FieldForm::by_name, false},
                                    {"players", FieldForm::texts},
                                    {"seats", FieldForm::texts},
                                    {"seed", FieldForm::number},
                                    {"view", FieldForm::number, false}};
constexpr RequestField of_act[] = {{"record"},
                                   {"files", FieldForm::by_name, false},
                                   {"seats", FieldForm::texts, false},
                                   {"typed"},
                                   {"view", FieldForm::number, false}};
constexpr RequestField of_undo[] = {{"record"},
                                    {"files", FieldForm::by_name, false},
                                    {"seats", FieldForm::texts, false},
                                    {"seat", FieldForm::number},
                                    {"view", FieldForm::number, false}};
constexpr RequestField of_why[] = {{"record"},
                                   {"files", FieldForm::by_name, false},
                                   {"seats", FieldForm::texts, false},
                                   {"seat", FieldForm::number},
                                   {"typed"}};
constexpr RequestField of_digest[] = {{"rules"},
                                      {"files", FieldForm::by_name, false},
                                      {"set", FieldForm::by_name, false},
                                      {"players", FieldForm::number},
                                      {"games", FieldForm::number},
                                      {"declared", FieldForm::number, false},
                                      {"seed", FieldForm::number, false},
                                      {"rounds", FieldForm::truth, false}};

constexpr Call calls[] = {
    {"play", of_play, play}, {"act", of_act, act}, {"undo", of_undo, undo},
    {"hint", of_undo, hint}, {"why", of_why, why}, {"digest", of_digest, digest},
};

}  // namespace

std::span<const Call> play_calls() { return calls; }

}  // namespace roundhouse::web
