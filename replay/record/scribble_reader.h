#pragma once
// Turns what people write at the table into the line of notation that it means. It is asked where a line is
// no notation, or has words that no rules know; what it makes is read like any other line, so that it can add
// no meaning of its own. Where more than one thing may be meant it says so and makes nothing. Not installed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/record/line_cursor.h"
#include "replay/record/line_fields.h"
#include "replay/record/notation_words.h"
#include "replay/record/record.h"
#include "replay/record/vocabulary.h"

namespace roundhouse::replay {

/// A line that can be read, made of another; or the word on which that failed.
struct Scribble {
  std::optional<PlainLine> line;       ///< its origins are those of the original
  bool passed_over = false;            ///< a line to divide: it says nothing
  bool corrected = false;              ///< something in it was written and struck out
  bool has = false;                    ///< it says what somebody has, and not when
  Seat out = no_seat;                  ///< the line says, too, that this player has no tiles left
  Seat first_turn = no_seat;           ///< the line says, too, that it is this player's first turn
  std::optional<SeatPoints> counted;   ///< the line says, too, what the tiles that somebody has left come to
  std::string remark;                  ///< words that are guessed to be one, and are not in `line`
  std::optional<Complaint> complaint;  ///< offsets in the original
};

/// Besides its own words these help to read a line.
struct ScribbleContext {
  bool after_end = false;        ///< lines before say what was left in hand at the end of this round
  std::string last_place;        ///< of the tile that was laid last in lines before; empty: there is none
  std::string last_tile;         ///< that tile
  std::string last_double;       ///< the double that was laid last in them; empty: there is none
  std::string last_idle;         ///< the acts of the turn before, if no tile was laid in it; else empty
  bool guesses_remarks = false;  ///< words that nobody knows may be a remark
};

inline constexpr const char* help_of_undone =
    "write each turn as it stood in the end; what was taken back goes behind #, as a remark; or a line "
    "'undo' below the act that is taken back";

/// `vocabulary`: nullptr where no rules are known; then a word may be any act.
Scribble read_scribble(const PlainLine& plain, const Header& header, const Vocabulary* vocabulary,
                       const ScribbleContext& context);

/// A header field without its brackets, or with commas and colons: as one in brackets. Absent: it is none.
std::optional<PlainLine> read_header_scribble(const PlainLine& plain);

// The words, numbers and signs of a scribbled line.

/// True of a word behind which stands what somebody says.
bool is_talk(std::string_view small);

struct ScribbleToken {
  enum class Kind : std::uint8_t { word, number, quoted, sign, end };
  Kind kind = Kind::end;
  std::string text;       ///< as written, in the signs of the notation
  std::string small;      ///< in small letters
  std::size_t begin = 0;  ///< in the plain line
  std::size_t end = 0;
  bool spaced = true;  ///< a space, or nothing, stands before it

  bool is_word() const { return kind == Kind::word; }
  bool is_number() const { return kind == Kind::number; }
  bool is_sign(std::string_view sign) const { return kind == Kind::sign && text == sign; }
  bool is(std::string_view word) const { return kind == Kind::word && small == word; }
};

/// Ends with a token of kind `end`.
std::vector<ScribbleToken> scribble_tokens(const PlainLine& line, const Header& header);

/// Tokens in, a line of notation out.
class ScribbleReader {
 public:
  ScribbleReader(const PlainLine& plain, const Header& header, const Vocabulary* vocabulary,
                 const ScribbleContext& context)
      : plain_(plain),
        header_(header),
        vocabulary_(vocabulary),
        after_end_(context.after_end),
        guesses_remarks_(context.guesses_remarks),
        last_place_(context.last_place),
        last_tile_(context.last_tile),
        last_double_(context.last_double),
        last_idle_(context.last_idle),
        tokens_(scribble_tokens(plain, header)) {}

  Scribble read();

 private:
  using Token = ScribbleToken;
  /// Halves as they are written; -1: `?`.
  struct Tile {
    int a = -1;
    int b = -1;
    std::size_t next = 0;  ///< the token behind it
    std::string text() const;
  };
  struct Name {
    Seat seat = no_seat;
    std::size_t next = 0;
    bool whole = false;  ///< not only the beginning of a name
  };

  // scribble_line.cpp
  bool read_line();
  bool read_rule();
  bool read_gap();
  void skip_turn_number();
  bool read_turn_of(const Name& name, std::size_t begin);
  class LineFields;
  bool read_line_of(const LineKind& kind, std::optional<Name> whose);
  bool read_newcomer();
  bool read_remark_line();
  bool read_scores();
  bool read_left_behind();
  bool read_counted();
  bool has_only_tiles(std::size_t begin, std::size_t end) const;
  std::size_t begin_of_left() const;
  struct SharedTrain {
    std::string name;
    std::size_t next = 0;
  };
  std::optional<SharedTrain> shared_train_at(std::size_t index) const;
  bool read_lots();
  bool read_debt();
  bool read_search();
  bool opens_turn(std::size_t index) const;
  std::size_t behind_opening(std::size_t index) const;
  std::size_t behind_bracket(std::size_t index) const;
  void skip_opening();
  bool read_next_turn();
  bool read_fact();
  const LineKind* kind_behind_name();
  bool takes_player();
  bool at_subject() const;
  bool at_act_word() const;
  bool at_acts() const;
  bool is_declared(std::size_t index) const;

  // scribble_turn.cpp
  bool read_acts();
  bool read_act();
  bool skip_fillers();
  bool skip_held_tile();
  bool read_cover(std::size_t first);
  bool read_covered(std::string& place);
  bool read_same();
  void skip_count_left();
  void skip_omitted_act();
  bool read_correction();
  bool opens_acts() const;
  bool read_out();
  std::size_t behind_out(std::size_t index) const;
  std::string place_of_it(const Tile& tile, const std::string& place) const;
  void note_laid(const Tile& tile, const std::string& place);
  bool read_taken();
  bool is_rest_talk(std::size_t begin) const;
  bool skip_arrow();
  bool read_remark_behind_sign();
  std::vector<std::string> ways_of_letter() const;
  void skip_words_of_draw();
  bool read_take_back();
  bool read_marker_words();
  bool is_behind_draw() const;
  bool stands_where_put() const;
  bool ends_clause(std::size_t index) const;
  bool read_unable(std::size_t first);
  bool read_nothing(std::size_t first);
  bool read_draw();
  bool draw_times(int times, std::size_t first);
  bool misspelt_half();
  bool read_laid_tiles();
  bool add_laid(const Tile& tile, std::size_t first);
  bool read_declared(std::string_view name, const dsl::DeclaredAct* act, bool is_bent);
  bool is_fact(std::string_view small) const;
  bool read_given(std::string_view name, bool is_bent, bool is_owned);
  bool read_lay_verb();
  bool is_initial() const;
  bool read_place(std::string& place, bool is_required);
  bool read_train(std::string& place, bool is_required);
  bool leads_to_place() const;
  bool read_opened_train();
  struct Ordinal {
    int number = 0;
    std::size_t next = 0;
  };
  std::optional<Ordinal> ordinal_at(std::size_t index) const;
  std::string only_shared_kind() const;

  // scribble_remark.cpp
  bool read_remark(bool may_be_acts = true);
  bool is_spoken_remark();
  bool complain_of_remark();
  bool guess_remark(std::size_t first);
  bool leads_to_train(std::size_t index) const;

  // scribble_pieces.cpp
  const Token& at(std::size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }
  const Token& here() const { return at(at_); }
  bool at_end() const { return here().kind == Token::Kind::end; }
  const NotationWord* word_at(std::size_t index) const;
  bool is_use(std::size_t index, WordUse use) const;
  bool takes_sign(std::string_view sign);
  bool takes_any_sign(std::string_view signs);
  bool takes_use(WordUse use);
  void skip_joints();
  std::optional<Name> name_at(std::size_t index) const;
  bool takes_possessive();
  std::optional<int> half_at(std::size_t index) const;
  std::optional<int> named_half(std::string_view word) const;
  std::optional<Tile> tile_at(std::size_t index) const;
  std::optional<Tile> halves_at(std::size_t index) const;
  std::optional<Tile> bracketed_at(std::size_t index) const;
  std::optional<Tile> double_at(std::size_t index) const;
  std::optional<Tile> word_tile_at(std::size_t index) const;
  /// Numbers without signs between them, as the tiles that they must be.
  std::optional<std::vector<Tile>> run_at(std::size_t index, std::size_t& end);
  std::optional<Tile> any_tile();
  bool read_tiles();
  int highest() const;

  /// The tokens from `first` up to where the reader stands are written so.
  void put(std::string_view text, std::size_t first);
  void put_close(std::string_view text, std::size_t first);
  bool complain(std::size_t first, std::size_t last, NotationCode code, std::string message, std::string help,
                std::optional<std::string> replacement = {});
  /// `ways`: what the tokens from `first` up to `last` may mean, in words that can be read.
  bool unclear(std::size_t first, std::size_t last, std::string message, std::string help,
               std::vector<std::string> ways = {});
  std::string quoted_from_here() const;

  const PlainLine& plain_;
  const Header& header_;
  const Vocabulary* vocabulary_;
  const bool after_end_;
  const bool guesses_remarks_;
  std::string last_place_;    ///< the one that `on it` means
  std::string last_tile_;     ///< the one that was laid there
  std::string last_double_;   ///< the one that `on the double` means
  std::optional<Tile> away_;  ///< the double laid elsewhere in this turn, if but covers lie behind it
  std::string last_idle_;     ///< the acts that `the same` means
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  PlainLine out_;
  bool passed_over_ = false;
  std::optional<Complaint> complaint_;
  std::optional<Tile> drawn_;            ///< the tile that `it` means
  bool behind_word_ = false;             ///< the last act is a declared one
  bool corrected_ = false;               ///< something was written and struck out
  bool has_ = false;                     ///< `Ann has`
  std::string kind_of_train_{};          ///< `.side` of `Ken's side train`
  Seat first_turn_ = no_seat;            ///< whose first turn it is
  std::optional<std::int32_t> counted_;  ///< what the tiles of the line come to
  bool is_out_ = false;                  ///< the line says that its player has no tiles left
  bool in_brackets_ = false;             ///< acts stand in brackets
  Seat player_ = no_seat;                ///< whose turn the line is
  std::string guessed_remark_;
  std::optional<std::size_t> remark_;   ///< where a remark begins in the original
  std::optional<std::size_t> laid_at_;  ///< where the last act stands in out_, if it is a tile laid
};

}  // namespace roundhouse::replay
