#pragma once
// Measures of random games, beyond plain counts: each is the mean of something over rounds,
// games or players, with all that an interval for that mean needs. The unit of chance is the game, because
// the rounds of one game depend on each other. Exact sums, so that parts of a run can be put together in any
// order.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::engine {

// Exact sums and counts of whole numbers, which can be added up in any order.

/// An exact sum of whole numbers and of their products. Sums of squares over a thousand million games do not
/// fit 64 bits, and floating-point sums would depend on the order in which games come to be added.
class WideSum {
 public:
  constexpr void add(std::int64_t number) { sum_ += number; }
  constexpr void add_product(std::int64_t a, std::int64_t b) { sum_ += Wide{a} * b; }
  constexpr WideSum& operator+=(const WideSum& other) {
    sum_ += other.sum_;
    return *this;
  }
  constexpr double value() const { return static_cast<double>(sum_); }
  bool operator==(const WideSum&) const = default;
  /// True if so many sums as great as this one still have room in one.
  constexpr bool has_room_for(std::uint64_t times) const {
    const Wide most = ~(Wide{1} << 127) / static_cast<Wide>(times);
    return sum_ <= most && sum_ >= -most;
  }

  /// Decimal digits, with a minus sign in front where it is below 0.
  std::string text() const;
  /// Reads what text() wrote; absent: these are no such digits, or too many.
  static std::optional<WideSum> from_text(std::string_view text);

 private:
  __extension__ using Wide = __int128;
  Wide sum_ = 0;
};

/// Counts how often each of many whole numbers came up. Numbers up to 2,047 are counted one by one, greater
/// ones in classes of 1.6 % (the least of a class stands for it), so that no run takes more than 60 KiB.
class Histogram {
 public:
  void add(std::int64_t number, std::uint64_t times = 1);
  Histogram& operator+=(const Histogram& other);
  bool operator==(const Histogram&) const = default;

  std::uint64_t size() const { return size_; }
  /// The least and greatest number of all, exactly; 0 where there is none.
  std::int64_t least() const { return least_; }
  std::int64_t greatest() const { return greatest_; }
  double mean() const;       ///< exact; 0 where there is none
  double deviation() const;  ///< the standard deviation, of the sample; 0 where there are not two
  /// The number at or below which this share of all numbers lies (0.5: the median); 0 where there is none.
  std::int64_t quantile(double share) const;

  /// All that it holds, for writing it down.
  struct Contents {
    std::map<std::int64_t, std::uint64_t> counts;  ///< ascending, with how often; of a class its least
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    WideSum sum;
    WideSum squares;
  };
  Contents contents() const;
  /// From what contents() gave; absent: there is a mistake in it.
  static std::optional<Histogram> from_contents(const Contents& contents);

 private:
  std::vector<std::uint64_t> above_;  ///< of 0 and up, by class; as long as it has to be
  std::vector<std::uint64_t> below_;  ///< of -1 and down
  std::uint64_t size_ = 0;
  std::int64_t least_ = 0;
  std::int64_t greatest_ = 0;
  WideSum sum_;
  WideSum squares_;
};

enum class MeasureKind : std::uint8_t {
  number,
  share,  ///< from 0 to 1
};

#define ROUNDHOUSE_MEASURE_ID(id, kind, sentence) id,
#define ROUNDHOUSE_MEASURE_INFO(id, kind, sentence) {#id, MeasureKind::kind, sentence},

// X(enumerator, kind, what it is, without a full stop). The enumerators are the names in JSON and CSV.
#define ROUNDHOUSE_MEASURES(X)                                             \
  X(rounds_a_game, number, "rounds a game")                                \
  X(turns_a_game, number, "turns a game")                                  \
  X(turns_a_round, number, "turns a round")                                \
  X(laps_a_round, number, "laps a round")                                  \
  X(laid_a_round, number, "tiles laid a round")                            \
  X(drawn_a_round, number, "tiles drawn a round")                          \
  X(penalties_a_round, number, "penalty tiles a round")                    \
  X(blocked, share, "rounds blocked")                                      \
  X(doubles_open, number, "doubles left open a round")                     \
  X(trains_marked, number, "trains marked at a round's end")               \
  X(points_a_round, number, "points a player and round")                   \
  X(points_a_game, number, "points a player and game")                     \
  X(tied, share, "games with more than one first")                         \
  X(holder_wins, share, "rounds won by the engine's holder")               \
  X(holder_points, number, "holder's points above the others' mean")       \
  X(starter_wins, share, "rounds won by who begins")                       \
  X(starter_points, number, "points of who begins above the others' mean") \
  X(markers_put, number, "markers put up a round")                         \
  X(markers_taken, number, "markers taken down a round")                   \
  X(choices_a_round, number, "choices a round")

enum class Measure : std::uint8_t { ROUNDHOUSE_MEASURES(ROUNDHOUSE_MEASURE_ID) };

struct MeasureInfo {
  std::string_view name;
  MeasureKind kind;
  std::string_view sentence;
};

inline constexpr MeasureInfo measures[] = {ROUNDHOUSE_MEASURES(ROUNDHOUSE_MEASURE_INFO)};

/// As above, for each seat.
#define ROUNDHOUSE_SEAT_MEASURES(X)                       \
  X(points, number, "points a round")                     \
  X(points_over, number, "points above the others' mean") \
  X(rounds_won, share, "rounds won")                      \
  X(games_led, share, "games with the first place")

enum class SeatMeasure : std::uint8_t { ROUNDHOUSE_SEAT_MEASURES(ROUNDHOUSE_MEASURE_ID) };

inline constexpr MeasureInfo seat_measures[] = {ROUNDHOUSE_SEAT_MEASURES(ROUNDHOUSE_MEASURE_INFO)};

// Measures of how interesting a game is, if they are asked for.
#define ROUNDHOUSE_INTEREST_MEASURES(X)                          \
  X(ways, number, "legal acts at a choice")                      \
  X(ways_first, number, "legal acts at a choice: first third")   \
  X(ways_middle, number, "legal acts at a choice: middle third") \
  X(ways_last, number, "legal acts at a choice: last third")     \
  X(forced, share, "choices with one legal act only")            \
  X(lead_changes, number, "changes of the lead a game")          \
  X(decided, share, "share of the game when it was decided")     \
  X(behind, number, "points that the winner was once behind")    \
  X(margin, number, "points from the first place to the next")

enum class InterestMeasure : std::uint8_t { ROUNDHOUSE_INTEREST_MEASURES(ROUNDHOUSE_MEASURE_ID) };

inline constexpr MeasureInfo interest_measures[] = {ROUNDHOUSE_INTEREST_MEASURES(ROUNDHOUSE_MEASURE_INFO)};

// The place of a measure in the list of all: first those of the table, then those of the seats, then those of
// interest, then one for each row of the rules (how often a round it decided); the last two if asked for.
constexpr std::size_t place_of(Measure measure) { return static_cast<std::size_t>(measure); }
constexpr std::size_t place_of(SeatMeasure measure, std::size_t seat) {
  return std::size(measures) + seat * std::size(seat_measures) + static_cast<std::size_t>(measure);
}
constexpr std::size_t place_of(InterestMeasure measure, int players) {
  return place_of(SeatMeasure{}, static_cast<std::size_t>(players)) + static_cast<std::size_t>(measure);
}
constexpr std::size_t place_of_rules(int players, bool interest = false) {
  return place_of(InterestMeasure{}, players) + (interest ? std::size(interest_measures) : 0);
}

/// The indexes of a measure in the lists of two tables. Only measures of both are compared: no rules, and no
/// more seats than the smaller table has.
struct MeasureIndexPair {
  std::size_t first = 0;
  std::size_t second = 0;
};
std::vector<MeasureIndexPair> places_of_both(int first_players, int second_players, bool interest);

/// One game's part of a measure: so much of something, out of so many.
struct Counted {
  std::int64_t amount = 0;
  std::int64_t of = 0;
};
using GameSample = std::vector<Counted>;

/// Both over all games, with squares and products.
struct Ratio {
  WideSum amount;
  WideSum of;
  WideSum amount_squared;
  WideSum of_squared;
  WideSum product;

  void add(const Counted& game);
  Ratio& operator+=(const Ratio& other);
  bool operator==(const Ratio&) const = default;
};

/// Products of one measure under two rule sets, game by game.
struct RatioPair {
  WideSum amounts;
  WideSum ofs;
  WideSum amount_of;  ///< the first's amount times the second's `of`
  WideSum of_amount;

  void add(const Counted& first, const Counted& second);
  RatioPair& operator+=(const RatioPair& other);
  bool operator==(const RatioPair&) const = default;
};

/// A mean with the interval that holds the true one in 95 of 100 runs.
struct Estimate {
  bool known = false;  ///< something was counted
  double value = 0;
  bool has_interval = false;  ///< more than one game, and they differed
  double low = 0;
  double high = 0;
};

Estimate estimate(const Ratio& ratio, std::uint64_t games);
/// The first less the second, of the same games.
Estimate estimate_difference(const Ratio& first, const Ratio& second, const RatioPair& pair,
                             std::uint64_t games);

/// The number of standard errors that an interval reaches to either side: Student's t.
double interval_width(std::uint64_t games);

}  // namespace roundhouse::engine
