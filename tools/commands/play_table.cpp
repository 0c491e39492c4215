#include "tools/commands/play_table.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "dsl/base/citation.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"
#include "replay/record/names.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/scores/match_result.h"
#include "replay/views/narrate.h"
#include "replay/views/renderer.h"
#include "replay/views/score_sheet.h"
#include "tools/review/review.h"

namespace roundhouse::cli {
namespace {

using replay::Ask;
using replay::Seat;
using replay::SeatView;

/// The longest pause where computers play among themselves.
constexpr std::chrono::milliseconds longest_silence{100};

std::string help_text() {
  const auto row = [](std::string_view typed, std::string_view does) {
    return fmt::format("  {:<12}  {}\n", typed, does);
  };
  std::string text = row("9-3>Ann", "lays the 9-3 on Ann's train; 9-3 alone where it is your own train");
  text += row("draw", "takes a tile; pass ends the turn; several acts may stand on one line");
  text += row("Ben: ...", "an act that Ben may do out of turn; referee: ... is a ruling");
  for (const replay::TableWordRow& word : replay::all_table_words)
    text += row(word.behind.empty() ? std::string(word.word) : fmt::format("{} {}", word.word, word.behind),
                word.does);
  return text;
}

std::vector<std::string> names_of(const replay::Game& game, const std::vector<Seat>& seats) {
  std::vector<std::string> names;
  for (const Seat seat : seats) names.push_back(game.name(seat));
  return names;
}

class PlayTable {
 public:
  PlayTable(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources, const std::string& variant,
            const TableTalk& talk, const std::atomic<bool>& stop)
      : game_(game),
        kept_(kept),
        sources_(sources),
        variant_(variant),
        people_(game.people()),
        talk_(talk),
        stop_(stop),
        scorer_(game.program(), game.header()),
        reviewer_(game.program(), game.header(), names_of(game, people_)),
        read_(game.seats().size(), 0) {
    if (people_.size() == 1) viewer_.seat = people_.front();
  }

  Exit play() {
    for (const replay::RecordRound& round : game_.rounds_over()) score(round);
    if (game_.rounds() > 0) queue(fmt::format("\n{} goes on.\n", place()));
    while (!exit_) {
      if (stop_) {
        leave(Exit::interrupted);
        break;
      }
      go_on();
    }
    print_queued();
    return *exit_;
  }

 private:
  void go_on() {
    const Ask ask = game_.asks();
    switch (ask.kind) {
      case Ask::Kind::nobody:
        take_step();
        break;
      case Ask::Kind::turn:
        if (settle()) ask_turn(ask.seat);
        break;
      case Ask::Kind::aside:
        if (settle()) ask_aside(ask.seat);
        break;
      case Ask::Kind::referee:
        if (settle()) ask_referee();
        break;
      case Ask::Kind::over:
        end_round(game_.round());
        queue(fmt::format("The game is over. Its record is {}\n", shown_path()));
        if (settle()) exit_ = Exit::fine;
        break;
      case Ask::Kind::dead_end:
        queue(
            fmt::format("{} can do nothing at all by these rules, so the round cannot go on.\n  help: "
                        "'roundhouse lint' says what may be wrong with them; 'undo' needs another act\n",
                        game_.name(ask.seat)));
        if (settle()) exit_ = Exit::found;
        break;
      case Ask::Kind::too_long:
        queue(fmt::format("This round has more than {} acts and is not followed further.\n",
                          replay::most_acts_of_round));
        if (settle()) exit_ = Exit::found;
        break;
    }
  }

  // Steps that come without a question to anybody.

  void take_step() {
    const std::size_t over = game_.rounds_over().size();
    if (const auto deed = game_.step()) {
      queue(*deed);
      if (!is_safe_to_show()) return;
      if (talk_.pause && deed->act.actor != engine::no_seat) {
        if (settle()) talk_.pause({{}, viewer_.seat, {}, true, title()});
      } else if (std::chrono::steady_clock::now() - settled_ > longest_silence) {
        settle();
      }
      return;
    }
    if (game_.rounds_over().size() > over) {
      end_round(game_.rounds_over().back());
      if (!rest()) return;
    }
    queue(fmt::format("\n{}.\n", round_name()));
    log_.clear();
    std::fill(read_.begin(), read_.end(), 0);
    shown_turn_.reset();
  }

  /// True if the record has a line for what was done: tiles are not dealt before somebody plays.
  bool is_safe_to_show() const {
    return game_.position().phase == engine::Phase::play || game_.position().phase == engine::Phase::over;
  }

  std::string round_name() const {
    const engine::Position& position = game_.position();
    const std::string of_game = position.game > 1 ? fmt::format("Game {}, round", position.game) : "Round";
    return fmt::format("{} {}", of_game, position.scheduled >= 0 ? position.scheduled : position.round);
  }

  std::string place() const { return fmt::format("{}, turn {}", round_name(), game_.turn()); }
  std::string title() const {
    const Seat turn = game_.position().turn_player;
    const bool is_played = game_.position().phase == engine::Phase::play && turn != engine::no_seat;
    return is_played ? fmt::format("{}: {}", place(), game_.name(turn)) : place();
  }

  void score(const replay::RecordRound& round, bool reviews = false) {
    if (reviews)
      reviewer_.add_round(round);
    else
      reviewer_.pass_round(round);
    scorer_.add_round(game_.program(), game_.header(), round, !scored_any_);
    scored_any_ = true;
  }

  void end_round(const replay::RecordRound& round) {
    const std::size_t known = reviewer_.mistakes().size();
    score(round, true);
    queue("\n" + sheet() + "\n" + review_since(known));
  }

  /// The acts that people might have played better: of each the dearest mistakes.
  std::string review_since(std::size_t known) const {
    constexpr std::size_t most = 3;
    std::string text;
    for (const Seat person : people_) {
      std::vector<replay::Mistake> own;
      std::copy_if(reviewer_.mistakes().begin() + static_cast<std::ptrdiff_t>(known),
                   reviewer_.mistakes().end(), std::back_inserter(own),
                   [&](const replay::Mistake& mistake) { return mistake.seat == person; });
      std::stable_sort(own.begin(), own.end(), [](const replay::Mistake& a, const replay::Mistake& b) {
        return a.points > b.points;
      });
      if (own.size() > most) own.resize(most);
      if (!own.empty()) text += fmt::format("{} might have played better:\n", game_.name(person));
      for (const replay::Mistake& mistake : own)
        text += fmt::format("  turn {}: {}\n", mistake.turn, mistake.note.text);
    }
    return text.empty() ? text : text + "\n";
  }

  /// Between two rounds the sheet is shown until somebody goes on. False: they have left.
  bool rest() {
    if (!talk_.paints_table) return true;
    if (!settle() || !ask({"Press Enter for the next round. ", engine::no_seat, {}, false})) return false;
    talk_.wipe();
    return true;
  }

  std::string sheet() const {
    if (!scored_any_) return "No round is over yet.\n";
    return replay::render_score_text(sources_, {{{shown_path()}, variant_, scorer_.result()}});
  }

  /// The sentence about an act as this viewer may read it: tiles that others draw are left out.
  std::string sentence_of(const replay::TableAction& deed, SeatView viewer) const {
    const engine::Position before = replay::seen_by(deed.before, viewer);
    const engine::Act act = replay::seen_by(game_.program(), deed.act, viewer);
    const std::string text =
        dsl::joined(replay::narrate(game_.program(), game_.header(), before, act, deed.trace, {}), " ");
    return text.empty() ? text : text + "\n";
  }

  void queue(const replay::TableAction& deed) {
    queue(sentence_of(deed, viewer_));
    if (const std::string text = sentence_of(deed, SeatView{}); !text.empty()) log_.push_back(text);
  }

  void queue(std::string_view text) { queued_ += text; }
  void say(std::string_view text) const { talk_.say(text); }
  void print_queued() { talk_.tell(std::exchange(queued_, {})); }

  /// Puts all that is about to be shown on the disk first. False: it cannot be.
  bool settle() {
    const std::string trouble = kept_.keep(game_.text());
    if (!trouble.empty()) {
      print_error(
          fmt::format("roundhouse: {} cannot be written: {}\n  help: what was shown last is in it; "
                      "'roundhouse play --resume {}' goes on from there\n",
                      shown_path(), trouble, shown_path()));
      queued_.clear();
      exit_ = Exit::unreadable;
      return false;
    }
    print_queued();
    settled_ = std::chrono::steady_clock::now();
    return true;
  }

  std::string shown_path() const { return dsl::printable_line(kept_.path().string()); }

  void leave(Exit exit) {
    if (!settle()) return;
    say(fmt::format("\nThe game is kept in {}\nroundhouse play --resume {} goes on with it.\n", shown_path(),
                    shown_path()));
    exit_ = exit;
  }

  // Questions to people.

  /// Absent: they have left, or what they typed was none.
  std::optional<std::string> ask(TableQuestion question) {
    question.title = title();
    if (back_) {
      say(question.prompt + *back_ + "\n");
      return std::exchange(back_, std::nullopt);
    }
    while (true) {
      TypedLine line = talk_.ask(question);
      switch (line.got) {
        case Got::line:
          return std::move(line.text);
        case Got::too_long:
          say(fmt::format("That line is longer than {} bytes, and nothing was done.\n", longest_typed_line));
          break;
        case Got::end:
          leave(Exit::fine);
          return std::nullopt;
        case Got::interrupted:
          leave(Exit::interrupted);
          return std::nullopt;
      }
    }
  }

  /// The screen goes to another person, who sees what happened since they last had it. False: they left.
  bool pass_screen(Seat seat) {
    if (viewer_.seat == seat) return true;
    if (viewer_.seat != engine::no_seat) read_[index_of(viewer_.seat)] = log_.size();
    viewer_ = {};
    const bool cleared = talk_.wipe();
    auto line = ask({fmt::format("\nPass the screen to {}, then press Enter. ", game_.name(seat)),
                     engine::no_seat,
                     {},
                     false});
    if (!line) return false;
    say("\n");
    viewer_.seat = seat;
    shown_turn_.reset();
    if (cleared) {
      talk_.wipe();
      for (std::size_t i = read_[index_of(seat)]; i < log_.size(); ++i) talk_.tell(log_[i]);
    }
    read_[index_of(seat)] = log_.size();
    // In a script the line need not be there.
    if (!line->empty()) back_ = std::move(*line);
    return true;
  }

  static std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

  void show_table(Seat seat) {
    replay::Frame frame;
    frame.place = place();
    frame.written = "";
    frame.position = replay::seen_by(game_.position(), SeatView{seat});
    frame.laid = game_.laid();
    say("\n" +
        replay::render_table_text(game_.program(), game_.header(), frame,
                                  {.columns = terminal_columns(Stream::output).value_or(0)}) +
        "\n");
  }

  void show_hand(Seat seat) {
    std::string tiles;
    for (const engine::TileId tile : replay::tiles_in(game_.position().hands[index_of(seat)]))
      tiles += " " + replay::tile_text(tile);
    say(fmt::format("{} holds{}\n", game_.name(seat), tiles.empty() ? " nothing" : tiles));
  }

  void ask_turn(Seat seat) {
    if (!pass_screen(seat)) return;
    const std::pair<std::size_t, int> now{game_.rounds(), game_.position().turn_serial};
    if (shown_turn_ != now && !talk_.paints_table) {
      shown_turn_ = now;
      show_table(seat);
    }
    if (auto line = ask({fmt::format("{}> ", game_.name(seat)), seat, replay::legal_moves(game_, seat)}))
      obey(seat, *line);
  }

  void ask_aside(Seat seat) {
    // Others may see the screen: no tile of the hand is named.
    std::string acts;
    std::vector<replay::LegalMove> moves;
    for (const engine::Act& act : game_.legal(seat)) {
      engine::Act bare = act;
      bare.tile = engine::no_tile;
      const std::string text = replay::act_text(game_, bare);
      if ((", " + acts + ",").find(", " + text + ",") != std::string::npos) continue;
      acts += (acts.empty() ? "" : ", ") + text;
      moves.push_back({text, {}});
    }
    auto line =
        ask({fmt::format("{} may: {} (Enter: let it be)\n{}? ", game_.name(seat), acts, game_.name(seat)),
             viewer_.seat, std::move(moves)});
    if (!line) return;
    if (line->empty()) return game_.let_be();
    const replay::Typed typed = replay::read_typed(game_, seat, *line);
    const bool is_act = typed.trouble.empty() && typed.actor == seat && typed.line.acts.size() == 1 &&
                        replay::mean_act(game_, seat, typed.line.acts.front()).act.has_value();
    if (is_act) return obey(seat, *line);
    // It was meant for who is asked next.
    game_.let_be();
    back_ = std::move(*line);
  }

  void ask_referee() {
    const std::string acts = dsl::joined(replay::legal_texts(game_, engine::no_seat), ", ");
    auto line = ask({fmt::format("The round is over. The referee may: {} (Enter: go on)\nreferee: ", acts),
                     viewer_.seat,
                     {}});
    if (!line) return;
    if (line->empty()) return game_.let_be();
    const std::string text = line->find(':') == std::string::npos ? "referee: " + *line : *line;
    const replay::Typed typed = replay::read_typed(game_, engine::no_seat, text);
    if (typed.trouble.empty() && typed.actor == engine::no_seat) return obey(engine::no_seat, text);
    game_.let_be();
    back_ = std::move(*line);
  }

  /// Does what was typed by who was asked.
  void obey(Seat seat, const std::string& line) {
    const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
    const std::string word = dsl::lower(line.substr(0, space));
    const std::string rest = line.substr(std::min(line.find_first_not_of(" \t", space), line.size()));
    // The game's own words go before ours.
    const bool is_ours = !replay::find_declared(game_.program(), word) && seat != engine::no_seat;
    if (is_ours && obey_word(seat, word, rest)) return;
    if (line.empty())
      say(fmt::format("It is {}'s turn. '?' lists what is legal, 'help' tells the rest.\n",
                      game_.name(seat)));
    else
      act(seat, line);
  }

  /// False: it is none of our words.
  bool obey_word(Seat seat, const std::string& word, const std::string& rest) {
    const auto found = replay::find_table_word(word);
    if (!found) return false;
    switch (*found) {
      case replay::TableWord::legal: {
        std::string texts;
        for (const std::string& text : replay::legal_texts(game_, seat)) texts += "  " + text;
        say(fmt::format("Legal:{}\n", texts));
        break;
      }
      case replay::TableWord::why:
        why(seat, rest);
        break;
      case replay::TableWord::hint:
        hint(seat);
        break;
      case replay::TableWord::do_it:
        do_hint(seat);
        break;
      case replay::TableWord::undo:
        undo(seat, rest);
        break;
      case replay::TableWord::table:
        show_table(seat);
        break;
      case replay::TableWord::hand:
        show_hand(seat);
        break;
      case replay::TableWord::score:
        say(sheet());
        break;
      case replay::TableWord::help:
        say(help_text());
        break;
      case replay::TableWord::quit:
        leave(Exit::fine);
        break;
    }
    return true;
  }

  void complain(const std::string& what, const std::string& help) const {
    say(fmt::format("That cannot be read: {}.\n", what));
    if (!help.empty()) say(fmt::format("  help: {}\n", help));
  }

  void refuse(const replay::Meant& meant) {
    if (!meant.ruling) {
      say(fmt::format("That cannot be done: {}.\n", meant.trouble));
      if (!meant.help.empty()) say(fmt::format("  help: {}\n", meant.help));
      return;
    }
    const replay::Ruling& ruling = *meant.ruling;
    say(fmt::format("That is not legal: {}.{}\n", ruling.message,
                    ruling.is_complete ? "" : " " + ruling.says));
    std::string rule = "  rule " + ruling.rule;
    if (ruling.rule_where)
      rule += fmt::format(", {}:{}", sources_.file(ruling.rule_where->file).name,
                          sources_.locate(ruling.rule_where->file, ruling.rule_where->begin).line);
    else
      rule += ", a law of every train game";
    if (!ruling.from.empty()) rule += fmt::format(" ({})", dsl::cited(ruling.from));
    say(rule + "\n");
  }

  /// True if the acts of the line are somebody's whose acts may be typed here; else says why not.
  bool may_type(Seat seat, const replay::Typed& typed) {
    if (!typed.trouble.empty()) {
      complain(typed.trouble, typed.help);
      return false;
    }
    if (typed.actor == seat || typed.actor == engine::no_seat) return true;
    if (!game_.is_person(typed.actor)) {
      say(fmt::format("{} is played by the computer.\n", game_.name(typed.actor)));
      return false;
    }
    const bool is_aside = replay::ends_no_turn(game_.program(), typed.line);
    if (!is_aside) say(fmt::format("It is not {}'s turn.\n", game_.name(typed.actor)));
    return is_aside;
  }

  void why(Seat seat, const std::string& text) {
    if (text.empty()) {
      say("Write the act behind it: why 9-3>Ann\n");
      return;
    }
    const replay::Typed typed = replay::read_typed(game_, seat, text);
    // Of an act that the game has the complaint itself says more.
    const std::string first = text.substr(0, text.find(' '));
    const bool is_question =
        first.size() < text.size() && text.find_first_of("0123456789:") == std::string::npos &&
        std::none_of(game_.program().declared.begin(), game_.program().declared.end(),
                     [&](const dsl::DeclaredAct& act) { return act.called == first || act.name == first; });
    if (is_question && !typed.trouble.empty()) {
      say("'why' is asked of an act: why 9-3>Ann\n");
      return;
    }
    if (!may_type(seat, typed)) return;
    // Of several acts the first is asked about: the others are done on another table.
    const replay::Meant meant = replay::mean_act(game_, typed.actor, typed.line.acts.front());
    if (meant.act)
      say(fmt::format("{} is legal.\n", replay::act_text(game_, *meant.act)));
    else
      refuse(meant);
  }

  void hint(Seat seat) {
    const auto hint = replay::hint_for(game_, seat);
    if (!hint) {
      say("There is nothing to be done.\n");
      return;
    }
    std::string why;
    for (const std::string& sentence : hint->why) why += " " + sentence;
    say(fmt::format("The planner would do: {}.{}\n", hint->act, why));
  }

  void do_hint(Seat seat) {
    if (const auto act = game_.hint(seat)) {
      say(replay::act_text(game_, *act) + "\n");
      queue(game_.carry_out(*act));
    }
  }

  void act(Seat seat, const std::string& line) {
    const replay::Typed typed = replay::read_typed(game_, seat, line);
    if (!may_type(seat, typed)) return;
    const int turn = game_.position().turn_serial;
    const std::size_t round = game_.rounds();
    for (const replay::WrittenAct& written : typed.line.acts) {
      // `pass` behind an act that has ended the turn already.
      const bool is_past = game_.rounds() != round || game_.position().turn_serial != turn;
      if (is_past && std::holds_alternative<replay::PassAct>(written.what)) break;
      const replay::Meant meant = replay::mean_act(game_, typed.actor, written);
      if (!meant.act) return refuse(meant);
      queue(game_.carry_out(*meant.act));
      // Acts that have to follow come before the next act of the line.
      while (!game_.position().voided && game_.asks().kind == Ask::Kind::nobody &&
             game_.position().phase != engine::Phase::over && is_same_turn(round, turn))
        take_step();
    }
  }

  bool is_same_turn(std::size_t round, int turn) const {
    return game_.rounds() == round && game_.position().turn_serial == turn;
  }

  /// `whose`: the player's name whose act it was; empty: their own, who are asked.
  void undo(Seat seat, const std::string& whose) {
    if (!whose.empty()) {
      const Seat named = replay::resolve_player(game_.header(), whose);
      if (!game_.is_person(named)) {
        say(fmt::format("'{}' is nobody who plays here; write it like: undo {}\n", whose, game_.name(seat)));
        return;
      }
      seat = named;
    }
    const auto act = game_.last_act(seat);
    if (!act) {
      say(fmt::format("{} has done nothing in this round that could be taken back.\n", game_.name(seat)));
      return;
    }
    const std::string what = act_sentence(*act);
    std::string agreed;
    for (const Seat other : people_) {
      if (other == seat) continue;
      const auto answer =
          ask({fmt::format("{}: may {} take back {}, and all that came after it? (yes or no) ",
                           game_.name(other), game_.name(seat), what),
               viewer_.seat,
               {}});
      if (!answer) return;
      const std::string said = dsl::lower(*answer);
      if (said != "yes" && said != "y") {
        say(fmt::format("{} does not agree, and nothing is taken back.\n", game_.name(other)));
        return;
      }
      agreed += (agreed.empty() ? ", agreed by " : ", ") + game_.name(other);
    }
    game_.take_back(seat, fmt::format(" {} took back {}{}", game_.name(seat), what, agreed));
    log_.push_back(fmt::format("{} took back {}.\n", game_.name(seat), what));
    queue(log_.back());
    shown_turn_.reset();
  }

  /// Without the tile of a draw, which others do not know.
  std::string act_sentence(const engine::Act& act) const {
    const engine::TileMove move = engine::row(act.kind).move;
    if (move == engine::TileMove::leaves) return "the " + replay::tile_text(act.tile);
    if (move == engine::TileMove::arrives) return "a draw";
    if (act.kind == engine::ActKind::declared)
      return fmt::format("'{}'", game_.program().declared[act.declared].called);
    return "the end of the turn";
  }

  replay::Game& game_;
  KeptRecord& kept_;
  const dsl::SourceMap& sources_;
  const std::string& variant_;
  std::vector<Seat> people_;
  const TableTalk& talk_;
  const std::atomic<bool>& stop_;
  std::optional<std::string> back_;  ///< a line that the next question is answered with
  replay::MatchScorer scorer_;
  replay::Reviewer reviewer_;
  bool scored_any_ = false;
  SeatView viewer_;                                        ///< the seat that has the screen
  std::string queued_;                                     ///< not printed before it is on the disk
  std::vector<std::string> log_;                           ///< of the round, as everybody may know it
  std::vector<std::size_t> read_;                          ///< by seat: so much of the log they have seen
  std::optional<std::pair<std::size_t, int>> shown_turn_;  ///< round and turn whose table was shown last
  std::chrono::steady_clock::time_point settled_ = std::chrono::steady_clock::now();
  std::optional<Exit> exit_;
};

/// Ctrl-C may come just before the wait begins, so no wait is longer.
constexpr int longest_wait = 200;  // milliseconds

}  // namespace

TableTalk talk_over_lines(LineInput& input) {
  const auto say = [](std::string_view text) {
    print(text);
    flush();
  };
  return {.say = say,
          .tell = say,
          .ask = [&input](const TableQuestion& question) { return input.ask(question.prompt); },
          .wipe = [] { return clear_terminal(); }};
}

Exit play_at_table(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                   const std::string& variant, const TableTalk& talk, const std::atomic<bool>& stop) {
  return PlayTable(game, kept, sources, variant, talk, stop).play();
}

TypedLine LineInput::ask(std::string_view prompt) {
  print(prompt);
  flush();
  TypedLine line = read();
  // On a terminal it stands there already.
  if (line.got == Got::line && isatty(STDIN_FILENO) == 0) print(line.text + "\n");
  return line;
}

TypedLine LineInput::read() {
  bool too_long = false;
  while (true) {
    const std::size_t end = waiting_.find('\n');
    if (end != std::string::npos || (ended_ && !waiting_.empty())) {
      const std::string line = waiting_.substr(0, end);
      waiting_.erase(0, end == std::string::npos ? end : end + 1);
      if (too_long || line.size() > longest_typed_line) return {Got::too_long, {}};
      return {Got::line, std::string(dsl::trimmed(line))};
    }
    if (ended_) return {too_long ? Got::too_long : Got::end, {}};
    if (waiting_.size() > longest_typed_line) {
      too_long = true;
      waiting_.clear();
    }
    if (stop_) return {Got::interrupted, {}};
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&input, 1, longest_wait);
    if (ready < 0 && errno != EINTR) ended_ = true;
    if (ready <= 0) continue;
    std::array<char, 4'096> piece{};
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      ended_ = true;
    else
      waiting_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace roundhouse::cli
