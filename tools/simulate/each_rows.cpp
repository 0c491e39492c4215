#include "tools/simulate/run_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "dsl/base/json_line.h"
#include "engine/work_queue.h"
#include "tools/simulate/record_game.h"
#include "tools/simulate/shown_figures.h"

namespace roundhouse::engine {
namespace {

/// One row that is being filled: what does not apply is left empty.
class Row {
 public:
  explicit Row(std::string begin) : text_(std::move(begin)) {}

  template <class Number>
  Row& put(Number number) {
    text_ += fmt::format(",{}", number);
    return *this;
  }
  template <class Number>
  Row& put(const std::optional<Number>& number) {
    if (number) return put(*number);
    text_ += ',';
    return *this;
  }
  std::string take() { return std::move(text_) + "\n"; }

 private:
  std::string text_;
};

std::string_view ending_word(Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      return "played out";
    case Outcome::dead_end:
      return "dead end";
    case Outcome::too_long:
      return "too long";
    case Outcome::voided:
      return "void";
  }
  return {};
}

std::optional<double> share_of(std::int64_t amount, std::int64_t of) {
  if (of == 0) return std::nullopt;
  return static_cast<double>(amount) / static_cast<double>(of);
}

/// The values that all seats of a round have in common, and those of each.
struct RoundNotes {
  Outcome ending = Outcome::finished;
  GameRecorder::Acts acts;
  std::uint64_t all_acts = 0;
  int turns = 0;
  bool blocked = false;
  Seat winner = no_seat;
  Seat holder = no_seat;
  Seat starter = no_seat;
  std::array<std::int64_t, max_players> points{};
  std::array<std::int64_t, max_players> totals{};
  std::array<int, max_players> tiles{};
  std::vector<int> places;
  std::array<ChoiceCounter::Sum, 3> choices{};
};

/// Plays games one after another and writes their rows.
class RowWriter {
 public:
  RowWriter(const Rules& program, const SimulateOptions& options, const RunOrder& order,
            const RunVariant& variant, EachOf each)
      : program_(program),
        order_(order),
        each_(each),
        lead_(program),
        recorder_(program, options, watching()) {
    std::string own = variant.title();
    own.erase(0, std::min(variant.name.size() + 1, own.size()));
    begin_ = fmt::format("{},{},{}", dsl::csv_text(variant.name), dsl::csv_text(own), variant.players);
  }
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  std::string play(std::uint64_t game) {
    rounds_.clear();
    lead_.begin_game();
    recorder_.play(game);
    // If it went no further only the whole game knows why.
    if (!rounds_.empty() && rounds_.back().ending == Outcome::dead_end)
      rounds_.back().ending = recorder_.outcome();
    return each_ == EachOf::round ? rows_of_rounds(game) : rows_of_game(game);
  }
  const Figures& figures() const { return recorder_.figures(); }

 private:
  Observer watching() {
    Observer observer;
    observer.round_begins = [this](const Position&) { acts_before_ = recorder_.acts_so_far_in_all(); };
    observer.round_ends = [this](const Position& position) { note(position); };
    return observer;
  }

  void note(const Position& position) {
    RoundNotes& round = rounds_.emplace_back();
    const bool is_void_round = is_void(position);
    const bool finished = position.phase == Phase::over && !is_void_round;
    // The game's outcome decides which of the two kinds without an end it is.
    round.ending = is_void_round ? Outcome::voided : finished ? Outcome::finished : Outcome::dead_end;
    round.acts = recorder_.acts_of_round();
    round.all_acts = recorder_.acts_so_far_in_all() - acts_before_;
    round.turns = position.turn_serial;
    round.blocked = position.last_out == no_seat;
    round.winner = position.winner;
    round.holder = position.holder;
    round.starter = position.starter;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat) {
      round.points[seat] = position.players[seat].points;
      round.tiles[seat] = position.hands[seat].size();
    }
    if (!finished) return;
    lead_.end_round(position);
    round.totals = lead_.points();
    round.places = lead_.places();
    round.choices = recorder_.choices_of_round(position);
  }

  std::string player_in(std::size_t seat) const {
    return order_.seats.empty() ? "random" : player_at(order_, recorder_.place_in_list(seat));
  }
  std::string beginning(std::uint64_t game) const { return fmt::format("{},{}", begin_, game); }

  std::string rows_of_rounds(std::uint64_t game) const {
    std::string rows;
    for (std::size_t r = 0; r < rounds_.size(); ++r) {
      const RoundNotes& round = rounds_[r];
      const bool finished = round.ending == Outcome::finished;
      const auto known = [&](auto value) { return finished ? std::optional(value) : std::nullopt; };
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat) {
        const auto me = static_cast<Seat>(seat);
        Row row(beginning(game));
        row.put(r + 1).put(seat + 1).put(player_in(seat));
        row.put(known(round.points[seat])).put(known(round.totals[seat]));
        row.put(finished ? std::optional(round.places[seat]) : std::nullopt);
        row.put(known(round.winner == me ? 1 : 0))
            .put(round.holder == me ? 1 : 0)
            .put(round.starter == me ? 1 : 0);
        row.put(round.tiles[seat]).put(ending_word(round.ending)).put(known(round.blocked ? 1 : 0));
        row.put(round.turns)
            .put(round.all_acts)
            .put(round.acts.lays)
            .put(round.acts.draws)
            .put(round.acts.pulls);
        put_choices(row, round.choices);
        rows += row.take();
      }
    }
    return rows;
  }

  std::string rows_of_game(std::uint64_t game) const {
    RoundNotes all;
    std::array<int, max_players> won{};
    int finished = 0;
    int blocked = 0;
    for (const RoundNotes& round : rounds_) {
      all.acts.lays += round.acts.lays;
      all.acts.draws += round.acts.draws;
      all.acts.pulls += round.acts.pulls;
      all.all_acts += round.all_acts;
      all.turns += round.turns;
      if (round.ending != Outcome::finished) continue;
      ++finished;
      blocked += round.blocked ? 1 : 0;
      if (round.winner != no_seat) ++won[static_cast<std::size_t>(round.winner)];
      for (std::size_t third = 0; third < all.choices.size(); ++third)
        all.choices[third] += round.choices[third];
    }
    const bool is_whole = recorder_.outcome() == Outcome::finished;
    const auto known = [&](auto value) { return is_whole ? std::optional(value) : std::nullopt; };
    std::string rows;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(program_.players); ++seat) {
      const bool first = is_whole && lead_.places()[seat] == 1;
      Row row(beginning(game));
      row.put(seat + 1).put(player_in(seat)).put(known(lead_.points()[seat]));
      row.put(is_whole ? std::optional(lead_.places()[seat]) : std::nullopt).put(known(first ? 1 : 0));
      row.put(won[seat]).put(known(lead_.most_behind(seat)));
      row.put(first ? std::optional(lead_.leads_since(seat)) : std::nullopt);
      row.put(ending_word(recorder_.outcome())).put(finished).put(blocked).put(all.turns).put(all.all_acts);
      row.put(all.acts.lays).put(all.acts.draws).put(all.acts.pulls);
      row.put(known(lead_.changes())).put(known(lead_.margin()));
      put_choices(row, all.choices);
      rows += row.take();
    }
    return rows;
  }

  static void put_choices(Row& row, const std::array<ChoiceCounter::Sum, 3>& thirds) {
    ChoiceCounter::Sum all;
    for (const ChoiceCounter::Sum& third : thirds) all += third;
    row.put(share_of(all.ways, all.choices));
    for (const ChoiceCounter::Sum& third : thirds) row.put(share_of(third.ways, third.choices));
    row.put(share_of(all.forced, all.choices));
  }

  const Rules& program_;
  const RunOrder& order_;
  EachOf each_;
  std::string begin_;
  std::vector<RoundNotes> rounds_;
  std::uint64_t acts_before_ = 0;
  LeadHistory lead_;
  GameRecorder recorder_;
};

/// Lets pieces of work through in their order, however they are finished.
class InOrder {
 public:
  explicit InOrder(const std::function<void(const std::string&)>& take) : take_(take) {}

  void hand_over(const Chunks::Chunk& chunk, const std::string& rows) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return next_ == chunk.begin || broken_; });
    if (!broken_) take_(rows);
    next_ = chunk.end;
    turn_.notify_all();
  }
  /// Somebody cannot finish what they took: nobody waits for it.
  void give_up() {
    const std::lock_guard lock(mutex_);
    broken_ = true;
    turn_.notify_all();
  }

 private:
  const std::function<void(const std::string&)>& take_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0;
  bool broken_ = false;
};

}  // namespace

std::string each_head(EachOf each) {
  const std::string begin = "variant,options,players,game,";
  const std::string end = "turns,acts,laid,drawn,penalties,";
  const std::string choices = "ways,ways_first,ways_middle,ways_last,forced\n";
  if (each == EachOf::round)
    return begin + "round,seat,player,points,total,place,won,holder,starter,tiles_left,ending,blocked," +
           end + choices;
  return begin + "seat,player,points,place,won,rounds_won,behind,leads_since,ending,rounds,blocked," + end +
         "lead_changes,margin," + choices;
}

Figures simulate_each(const Rules& program, const SimulateOptions& options, const RunOrder& order,
                      const RunVariant& variant, EachOf each, int jobs, Progress* progress,
                      const std::function<void(const std::string& rows)>& take) {
  const std::uint64_t most = options.unit == Unit::round ? 64 : 8;
  const std::uint64_t chunk_size =
      std::clamp<std::uint64_t>(options.games / (static_cast<std::uint64_t>(std::max(jobs, 1)) * 8), 1, most);
  Chunks chunks(options.games, chunk_size, progress == nullptr ? nullptr : &progress->stop);
  InOrder in_order(take);
  return share_out<Figures>(jobs, chunks, [&](Chunks& from) {
    try {
      RowWriter writer(program, options, order, variant, each);
      for (Chunks::Chunk chunk = from.take(); !chunk.empty(); chunk = from.take()) {
        std::string rows;
        for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) rows += writer.play(options.first_game + i);
        in_order.hand_over(chunk, rows);
        if (progress != nullptr)
          progress->games.fetch_add(chunk.end - chunk.begin, std::memory_order_relaxed);
      }
      return writer.figures();
    } catch (...) {  // no memory
      in_order.give_up();
      throw;
    }
  });
}

}  // namespace roundhouse::engine
