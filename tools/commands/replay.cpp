// roundhouse replay RECORD

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

#include "dsl/base/search.h"
#include "replay/fold/act_rows.h"
#include "replay/record/names.h"
#include "replay/record/record.h"
#include "replay/record/reference.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/views/act_notes.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "replay/views/turn_claims.h"
#include "replay/views/verdict_text.h"
#include "tools/commands/commands.h"
#include "tools/commands/terminal.h"
#include "tools/review/review.h"
#include "tools/screen/viewer.h"

namespace roundhouse::cli {
namespace {

// A recorded game on the whole terminal: the loop between keys and pages.

/// Until it is left. Asks for Terminal::can_open().
Exit view_record(replay::ViewedRecord record, const replay::ViewerWishes& wishes) {
  replay::Viewer viewer(std::move(record), wishes);
  flush();
  int ended_by = 0;
  {
    Terminal terminal;
    for (;;) {
      terminal.show(viewer.paint(terminal.rows(), terminal.columns()));
      const Key key = terminal.read_key(viewer.has_work() ? 0 : -1);
      if (key.kind == KeyKind::none)
        viewer.work();
      else if (!viewer.press(key))
        break;
    }
    ended_by = terminal.ended_by();
  }
  if (ended_by != 0) end_by_signal(ended_by);
  return Exit::fine;
}

struct ReplayFlags {
  std::string file;
  std::string at;
  bool acts = false;
  std::string format;  ///< empty: as lines of text, or on a terminal as a full screen
  bool plain = false;
  std::string view;
  bool review = false;
  int width = 0;
  bool numerals = false;
  RecordWishes wishes;
};

/// A replay is read, and a page of it is made for each step: no record is followed further than so many
/// rounds, lines, acts and tiles, or shown further than so many steps.
constexpr std::size_t most_followed_entries = 1'000'000;
constexpr std::size_t most_shown_frames = 50'000;
/// A page holds all of its steps.
constexpr std::size_t most_page_frames = 20'000;

/// Rounds as far as a record is followed.
class FollowedRounds {
 public:
  FollowedRounds(const dsl::SourceMap& sources, const LoadedRecord& loaded)
      : sources_(sources), loaded_(loaded) {}

  /// False: there are more.
  bool for_each(const std::function<bool(const replay::RecordRound&)>& each) const {
    std::size_t entries = 0;
    bool all = true;
    const auto weight = 1 + static_cast<std::size_t>(replay::act_work(loaded_.program()).act);
    for_each_round(sources_, loaded_, [&](const replay::RecordRound& round) {
      entries += round_entries + replay::entries_of(round) * weight;
      all = entries <= most_followed_entries;
      return all && each(round);
    });
    return all;
  }

  /// From this one on, of those that are followed; false stops.
  void for_each_from(std::size_t first, const std::function<bool(const replay::RecordRound&)>& each) const {
    if (loaded_.whole) {
      const std::vector<replay::RecordRound>& held = loaded_.record.rounds;
      if (!followed_) {
        std::size_t count = 0;
        for_each([&](const replay::RecordRound&) { return ++count > 0; });
        followed_ = count;
      }
      for (std::size_t index = first; index < *followed_; ++index)
        if (!each(held[index])) return;
      return;
    }
    for (std::size_t index = first;; ++index) {
      if (index < near_first_ || index - near_first_ >= near_.size()) read_near(index);
      if (index < near_first_ || index - near_first_ >= near_.size()) return;
      if (!each(near_[index - near_first_])) return;
    }
  }

 private:
  /// Reads the rounds around this one of a record that is not held: those behind it are asked for next, or
  /// some of those before it.
  void read_near(std::size_t wanted) const {
    constexpr std::size_t most_before = 64;
    near_.clear();
    near_first_ = wanted > most_before ? wanted - most_before : 0;
    std::size_t entries = 0;
    std::size_t index = 0;
    for_each([&](const replay::RecordRound& round) {
      if (index++ < near_first_) return true;
      near_.push_back(round);
      entries += replay::entries_of(round);
      for (; entries > most_held_entries && near_first_ < wanted; ++near_first_) {
        entries -= replay::entries_of(near_.front());
        near_.pop_front();
      }
      return index <= wanted || entries < most_held_entries;
    });
  }

  /// A round is laid out anew, however little is written of it.
  static constexpr std::size_t round_entries = 10;

  const dsl::SourceMap& sources_;
  const LoadedRecord& loaded_;
  mutable std::optional<std::size_t> followed_;  ///< rounds, of those that are held
  // Of a record that is not held.
  mutable std::deque<replay::RecordRound> near_;
  mutable std::size_t near_first_ = 0;
};

/// As replay::find_turn, of a record that need not be held. `all`: of all its rounds it was asked.
std::optional<replay::LinePlace> find_turn(const FollowedRounds& rounds, const replay::Reference& reference,
                                           bool& all) {
  std::optional<replay::LinePlace> found;
  std::size_t index = 0;
  all = rounds.for_each([&](const replay::RecordRound& round) {
    ++index;
    const bool is_it = reference.by_order
                           ? reference.order == index
                           : replay::folded(replay::label_of(round)) == replay::folded(reference.label);
    if (!is_it) return true;
    replay::Record one;
    one.rounds.push_back(round);
    replay::Reference in_it = reference;
    if (reference.by_order) in_it.order = 1;
    found = replay::find_turn(one, in_it);
    if (found) found->round = index - 1;
    return false;
  });
  return found;
}

/// The name of the file without its ending; people hand the page round.
std::string title_of_page(const std::string& file) {
  const std::string name = std::filesystem::path(file).stem().string();
  return name.empty() || file == "-" ? std::string("A game") : dsl::printable_line(name);
}

replay::Judgement judged_by_referee(const LoadedRecord& loaded, const FollowedRounds& rounds) {
  replay::Referee referee(loaded.program(), loaded.record.header, {.rules = &loaded.rules(), .trust = false});
  rounds.for_each([&](const replay::RecordRound& round) {
    referee.judge_round(round);
    return !referee.is_spent();
  });
  return referee.judgement();
}

/// Notes by the number of the step at which they stand.
using NotesByStep = std::map<std::size_t, std::vector<replay::ActNote>>;

NotesByStep placed_at_steps(const std::vector<replay::ActNote>& notes, const std::vector<dsl::Span>& steps) {
  NotesByStep placed;
  if (steps.empty()) return placed;
  for (const replay::ActNote& note : notes) placed[replay::step_of(note, steps)].push_back(note);
  return placed;
}

bool has_illegal(const std::vector<replay::ActNote>& notes) {
  return any_of(notes,
                [](const replay::ActNote& note) { return note.kind == replay::ActNote::Kind::illegal; });
}

/// A stretch of turns, the last one included; one turn is such a stretch.
struct Stretch {
  replay::LinePlace from;
  replay::LinePlace to;

  bool has(const replay::Frame& frame) const {
    const auto order = [](const replay::LinePlace& place) { return std::pair(place.round, place.item); };
    const std::pair here(frame.round, frame.item);
    return order(from) <= here && here <= order(to);
  }
};

/// Adds the acts that might have been better, by what each player could see; of one viewer by what that one
/// could. True if all that was laid could be reviewed.
bool add_review(const LoadedRecord& loaded, const FollowedRounds& rounds, const std::string& seen_by,
                const std::optional<Stretch>& wanted, std::vector<replay::ActNote>& notes) {
  std::optional<std::vector<std::string>> reviewed;
  if (!seen_by.empty()) reviewed = {seen_by};
  replay::Reviewer reviewer(loaded.program(), loaded.record.header, std::move(reviewed));
  std::size_t index = 0;
  rounds.for_each([&](const replay::RecordRound& round) {
    if (wanted && (index < wanted->from.round || index > wanted->to.round))
      reviewer.pass_round(round);
    else
      reviewer.add_round(round);
    ++index;
    return true;
  });
  for (const replay::Mistake& mistake : reviewer.mistakes()) notes.push_back(mistake.note);
  if (reviewer.reviewed() == replay::most_reviewed)
    print_error(fmt::format(
        "roundhouse: only the first {} tiles are reviewed\n  help: --at reviews the rounds that it names\n",
        replay::most_reviewed));
  if (reviewer.laid() > 0 && reviewer.reviewed() == 0)
    print_error(
        "roundhouse: nothing could be reviewed, because no hand is wholly known\n  help: lines such as 'hand "
        "Ann: 9-3 6-6', and draws with their tiles, tell what a player could have laid\n");
  return reviewer.laid() > 0 && reviewer.reviewed() == reviewer.laid();
}

/// Its two ends as they are written: `9.2..9.8`, or one turn.
std::pair<std::string, std::string> ends_of(const std::string& at) {
  const std::size_t dots = at.find("..");
  if (dots == std::string::npos) return {at, at};
  return {at.substr(0, dots), at.substr(dots + 2)};
}

/// Everybody who sits at the table at some time.
std::vector<std::string> player_names(const LoadedRecord& loaded) {
  std::vector<std::string> names;
  const auto add = [&](const replay::Header& header) {
    for (const replay::PlayerField& player : header.players)
      if (!contains(names, player.name)) names.push_back(player.name);
  };
  add(loaded.record.header);
  for (const auto& [header, rules] : loaded.changed) add(header);
  return names;
}

/// The player that --view names, as the record has the name; absent: there is none, and that is said.
std::optional<std::string> find_viewer(const std::string& file, const LoadedRecord& loaded,
                                       const std::string& wanted) {
  const std::vector<std::string> names = player_names(loaded);
  for (const std::string& name : names)
    if (replay::folded(name) == replay::folded(wanted)) return name;
  print_error(fmt::format("roundhouse: nobody in {} is called {}\n  help: NAME is {}\n",
                          dsl::printable_line(file), dsl::printable_line(wanted), dsl::list_names(names)));
  return std::nullopt;
}

Exit replay_file(const ReplayFlags& flags) {
  dsl::SourceMap sources;
  const std::optional<LoadedRecord> loaded = load_record(sources, flags.file, flags.wishes);
  if (!loaded) return Exit::unreadable;
  print_notes(sources, flags.file, loaded->notes);
  const FollowedRounds rounds(sources, *loaded);
  const bool on_screen =
      !flags.plain && flags.format.empty() && !flags.acts && flags.file != "-" && Terminal::can_open();
  const std::string format = !flags.format.empty() ? flags.format : flags.plain ? "spoken" : "text";
  const replay::Renderer* renderer = replay::find_renderer(format);
  const bool is_page = renderer->shows == replay::Shows::whole_game;
  const auto report_cut = [&] {
    return refuse(Exit::undecided,
                  fmt::format("{} is longer than can be shown: {} steps at most, of {} rounds, lines, acts "
                              "and tiles\n  help: --at shows one turn; give the rest as a record of its own",
                              dsl::printable_line(flags.file), is_page ? most_page_frames : most_shown_frames,
                              most_followed_entries));
  };
  std::string seen_by;
  if (!flags.view.empty()) {
    const auto viewer = find_viewer(flags.file, *loaded, flags.view);
    if (!viewer) return Exit::usage;
    seen_by = *viewer;
  }
  std::optional<Stretch> wanted;
  const auto [first, last_of_stretch] = ends_of(flags.at);
  if (!flags.at.empty()) {
    bool all = true;
    const auto find = [&](const std::string& turn) {
      const auto reference = replay::parse_reference(turn);
      return reference ? find_turn(rounds, *reference, all) : std::nullopt;
    };
    const auto from = find(first);
    const auto to = from && first != last_of_stretch ? find(last_of_stretch) : from;
    if (!to && !all) return report_cut();
    if (!to) {
      const std::string& missing = from ? last_of_stretch : first;
      print_error(no_such_turn(flags.file, missing.empty() ? flags.at : missing));
      return Exit::usage;
    }
    if (std::pair(to->round, to->item) < std::pair(from->round, from->item))
      return refuse(Exit::usage,
                    fmt::format("{} comes before {}\n  help: --at {}..{} shows the turns between",
                                last_of_stretch, first, last_of_stretch, first));
    wanted = Stretch{*from, *to};
  }
  if (on_screen) {
    replay::ViewedRecord viewed{
        .program = loaded->program(),
        .checked = loaded->rules(),
        .header = loaded->record.header,
        .sources = sources,
        .title = std::filesystem::path(flags.file).filename().string(),
        .rounds = [&](std::size_t from, const auto& each) { rounds.for_each_from(from, each); }};
    viewed.is_cut = !rounds.for_each([](const replay::RecordRound&) { return true; });
    return view_record(std::move(viewed), {.seen_by = seen_by,
                                           .start = wanted ? replay::parse_reference(first) : std::nullopt,
                                           .reviews = flags.review});
  }
  replay::TurnClaims claims(loaded->record.header);
  bool is_cut = !rounds.for_each([&](const replay::RecordRound& round) {
    claims.add_round(round);
    return true;
  });
  claims.finish();

  const replay::ViewWishes view{.columns = terminal_columns(Stream::output).value_or(0),
                                .pixels = flags.width,
                                .numerals = flags.numerals,
                                .start = wanted ? std::optional(wanted->from) : std::nullopt};
  const auto render = [&](const replay::Frame& frame) {
    const replay::RoundTerms* own = frame.by.terms.get();
    return renderer->render(own ? *own->rules.program : loaded->program(),
                            own ? own->header : loaded->record.header, frame, view);
  };
  std::optional<replay::Frame> last;  // of several steps one picture shows this
  Exit exit = Exit::fine;
  std::size_t shown = 0;
  const auto follow = [&](const std::function<bool(const replay::Frame&)>& see) {
    replay::Steps steps(loaded->program(), loaded->record.header, claims, see, seen_by,
                        renderer->shows == replay::Shows::each_step);
    rounds.for_each([&](const replay::RecordRound& round) { return steps.add_round(round); });
  };
  const replay::Judgement judged = judged_by_referee(*loaded, rounds);
  std::vector<replay::ActNote> notes = replay::act_notes(judged);
  if (!seen_by.empty()) replay::hide_reasons(notes);
  const std::size_t before_review = notes.size();
  const bool is_reviewed =
      flags.review && add_review(*loaded, rounds, seen_by, is_page ? std::nullopt : wanted, notes);
  const bool finds_nothing = is_reviewed && notes.size() == before_review;
  if (is_page) {
    if (has_illegal(notes)) exit = Exit::found;
    replay::GameToShow game{
        .program = loaded->program(),
        .header = loaded->record.header,
        .title = title_of_page(flags.file),
        .about = dsl::printable_line(loaded->rules().name),
        .verdict =
            replay::verdict_headline(judged) + (finds_nothing ? "; reviewed: no better play found" : ""),
        .verdict_kind = std::string(replay::verdict_word(judged.verdict)),
        .view = seen_by,
        .record = loaded->whole && seen_by.empty() ? replay::write_record(loaded->record) : std::string(),
        .notes = std::move(notes),
        .steps = {}};
    game.steps = [&](const std::function<bool(const replay::Frame&)>& see) {
      follow([&](const replay::Frame& frame) {
        if (!frame.trouble.empty()) exit = Exit::found;
        is_cut = is_cut || shown == most_page_frames;
        return shown++ < most_page_frames && see(frame);
      });
    };
    print(renderer->render_game(game, view));
    return is_cut ? worse(exit, report_cut()) : exit;
  }
  NotesByStep placed;
  if (!notes.empty()) {
    std::vector<dsl::Span> steps;
    follow([&](const replay::Frame& frame) {
      steps.push_back(frame.where);
      return true;
    });
    placed = placed_at_steps(notes, steps);
  }
  std::size_t step = 0;
  std::vector<replay::ActNote> gathered_notes;
  std::vector<std::size_t> fouls;  // of the round
  std::size_t round_of_fouls = 0;
  const std::function<bool(const replay::Frame&)> show = [&](const replay::Frame& frame) {
    const bool here = !wanted || wanted->has(frame);
    const auto found = placed.find(step++);
    if (std::exchange(round_of_fouls, frame.round) != frame.round) fouls.clear();
    const bool lays = frame.act && (frame.act->kind == engine::ActKind::lay);
    if (found != placed.end() && lays && has_illegal(found->second)) fouls.push_back(frame.laid.size() - 1);
    if (here && found != placed.end()) {
      if (has_illegal(found->second)) exit = Exit::found;
      gathered_notes.insert(gathered_notes.end(), found->second.begin(), found->second.end());
    }
    if (!frame.trouble.empty()) exit = Exit::found;
    const bool is_shown = here && (frame.ends_line || flags.acts || !frame.trouble.empty());
    if (!is_shown) return true;
    if (shown == most_shown_frames) {
      is_cut = true;
      return false;
    }
    if (shown++ > 0 && renderer->shows == replay::Shows::each_step) print("\n");
    replay::Frame whole = frame;
    if (flags.acts) whole.earlier.clear();
    whole.fouls = fouls;
    whole.notes = std::exchange(gathered_notes, {});
    if (renderer->shows == replay::Shows::each_step)
      print(render(whole));
    else
      last = std::move(whole);
    return true;
  };
  follow(show);
  if (last) print(render(*last));
  if (wanted && shown == 0)
    return refuse(Exit::found,
                  fmt::format("{} cannot be carried on as far as {}\n  help: roundhouse validate says why",
                              dsl::printable_line(flags.file), dsl::printable_line(flags.at)));
  return is_cut && !wanted ? worse(exit, report_cut()) : exit;
}

}  // namespace

void add_replay(CLI::App& app, Run& run) {
  auto flags = std::make_shared<ReplayFlags>();
  Command command(app, "replay", "Show a recorded game step by step");
  command.word("RECORD", flags->file, "a record (.train), or - for standard input");
  command.text("--at", "TURN", flags->at, "only this turn, 9.2 or #1.2; or from one to another, 9.2..9.8");
  command.sign("--acts", flags->acts, "after every act, not only after every turn");
  std::vector<std::string> formats;
  for (const replay::Renderer& renderer : replay::all_renderers()) formats.emplace_back(renderer.name);
  command.one_of("--format", flags->format, formats, "how to show it");
  command.sign("--plain", flags->plain, "in sentences that can be read aloud, also on a terminal");
  command.text("--view", "NAME", flags->view, "as this player sees it, the other hands hidden");
  command.sign("--review", flags->review, "mark what might have been played better, and by how many points");
  command.number("--width", flags->width, 240, 4'000, "how wide an svg picture is (default 1000)");
  command.sign("--numerals", flags->numerals, "numbers instead of pips, in svg and html");
  command.text("--rules", "VARIANT", flags->wishes.rules,
               "replay under these rules instead of the record's own");
  command.settings("--set", flags->wishes.settings, "over what the record says");
  command.sign("--any-rules", flags->wishes.any_rules,
               "go on even if the rules are not those of the record's hash");
  command.confine(flags->wishes.bounds);
  command.examples("Examples:\n  roundhouse replay game.train\n  roundhouse replay game.train --at 9.2");
  command.does(run, [flags] { return replay_file(*flags); });
}

}  // namespace roundhouse::cli
