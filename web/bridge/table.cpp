// Calls about records: the table that is kept, rulings, pages, sheets.

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/check_header.h"
#include "replay/record/format_record.h"
#include "replay/record/names.h"
#include "replay/record/reference.h"
#include "replay/record/write_record.h"
#include "replay/referee/also/also_legal.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/judge/slips.h"
#include "replay/referee/judge/untold_draws.h"
#include "replay/scores/match_result.h"
#include "replay/views/act_notes.h"
#include "replay/views/narrate.h"
#include "replay/views/page_data.h"
#include "replay/views/picture.h"
#include "replay/views/renderer.h"
#include "replay/views/score_sheet.h"
#include "replay/views/steps.h"
#include "replay/views/turn_claims.h"
#include "replay/views/verdict_html.h"
#include "replay/views/verdict_json.h"
#include "replay/views/verdict_text.h"
#include "web/bridge/load.h"
#include "web/bridge/request.h"
#include "web/bridge/table_state.h"

namespace roundhouse::web {
namespace {

using replay::LoadedRecord;

/// The player of a view, as the record has the name; absent: nobody is called so.
std::optional<std::string> viewer_of(const replay::Header& header, const std::string& wanted) {
  if (wanted.empty()) return wanted;
  for (const replay::PlayerField& player : header.players)
    if (replay::folded(player.name) == replay::folded(wanted)) return player.name;
  return std::nullopt;
}

// The table that is kept.

/// The record without lines that are no notation, which are left empty so that the others keep their numbers;
/// nothing where it is something else that cannot be read.
std::optional<std::string> without_unreadable(const std::string& text, const RequestedRecord& read,
                                              Json& ruled) {
  std::set<std::size_t> numbers;
  for (const replay::LoadNews& news : read.news) {
    if (!news.judged_by.empty()) continue;
    if (news.sources) return std::nullopt;
    for (const dsl::Diagnostic& found : news.complaints) {
      if (found.severity != dsl::Severity::error) continue;
      if (found.where.file != dsl::FileId{0}) return std::nullopt;
      const std::size_t number = read.sources.locate(found.where.file, found.where.begin).line;
      if (read.sources.line(found.where.file, number).starts_with('[')) return std::nullopt;
      if (!numbers.insert(number).second) continue;
      ruled.push_back({{"verdict", "unreadable"},
                       {"line", number},
                       {"turn", ""},
                       {"player", ""},
                       {"message", found.message},
                       {"rule", ""},
                       {"says", found.help},
                       {"reasons", Json::array()},
                       {"could", Json::array()}});
    }
  }
  if (numbers.empty()) return std::nullopt;
  std::string left;
  std::size_t number = 0;
  for (const std::string_view line : dsl::lines_of(text)) {
    if (!numbers.contains(++number)) left += line;
    left += '\n';
  }
  return left;
}

std::size_t line_of(const dsl::SourceMap& sources, const dsl::Span& where) {
  return sources.locate(where.file, where.begin).line;
}

void put_ruling(Json& list, const dsl::SourceMap& sources, const replay::Ruling& ruling,
                std::string_view verdict) {
  list.push_back({{"verdict", verdict},
                  {"line", line_of(sources, ruling.place.where)},
                  {"turn", replay::place_name(ruling.place)},
                  {"player", ruling.place.player},
                  {"message", ruling.message},
                  {"rule", ruling.rule},
                  {"source", replay::rule_source(sources, ruling)},
                  {"says", ruling.says},
                  {"reasons", ruling.reasons},
                  {"could", Json::array()}});
  for (const replay::Instead& act : ruling.could)
    list.back()["could"].push_back({{"word", act.text}, {"words", act.words}, {"halves", act.halves}});
  Json& because = list.back()["because"] = Json::array();
  for (const replay::Because& one : ruling.because)
    because.push_back({{"line", line_of(sources, one.place.where)},
                       {"turn", replay::place_name(one.place)},
                       {"message", one.message}});
}

void put_rulings(Json& list, const dsl::SourceMap& sources, const replay::Judgement& judged) {
  if (judged.ruling) put_ruling(list, sources, *judged.ruling, "illegal");
  for (const replay::Ruling& ruling : judged.more) put_ruling(list, sources, ruling, "illegal");
  for (const replay::Allowed& allowed : judged.allowed) put_ruling(list, sources, allowed.ruling, "allowed");
  for (const replay::Ruling& ruling : judged.advice) put_ruling(list, sources, ruling, "advice");
  const auto put = [&](const replay::RecordPlace& place, std::string_view verdict, std::string message) {
    list.push_back({{"verdict", verdict},
                    {"line", line_of(sources, place.where)},
                    {"turn", replay::place_name(place)},
                    {"player", place.player},
                    {"message", std::move(message)},
                    {"rule", ""},
                    {"says", ""},
                    {"reasons", Json::array()},
                    {"could", Json::array()}});
  };
  if (judged.unknown) put(*judged.unknown, "undecided", judged.undecided);
  for (const replay::ScoreDifference& score : judged.scores)
    put(score.place, "score", replay::wrong_score(sources, score));
}

/// The last round of a record, stepped through and judged; the rounds before are only followed.
class KeptRound {
 public:
  KeptRound(const LoadedRecord& loaded, std::string viewer)
      : loaded_(loaded), viewer_(std::move(viewer)), claims_(loaded.record.header) {
    for (const replay::RecordRound& round : rounds()) claims_.add_round(round);
    claims_.finish();
    const std::function<bool(const replay::Frame&)> show = [this](const replay::Frame& frame) {
      frames_.push_back(frame);
      return true;
    };
    replay::Steps steps(loaded.program(), header(), claims_, show, viewer_, true);
    for (std::size_t i = 0; i + 1 < rounds().size(); ++i) steps.pass_round(rounds()[i]);
    const engine::Position before = steps.position();
    replay::Referee referee(loaded.program(), header(), {.rules = &loaded.rules(), .trust = false});
    if (rounds().size() > 1) referee.begin_after(before);
    if (!rounds().empty()) {
      referee.judge_round(rounds().back());
      steps.add_round(rounds().back());
    }
    judged_ = referee.judgement();
    // Mended records are judged again, which is worth its time only for what has just been written.
    if (judged_.ruling && !rounds().empty() && judged_.ruling->place.where.begin >= last_item())
      replay::find_slips(loaded.program(), loaded.record, judged_);
    position_ = frames_.empty() ? steps.position() : frames_.back().position;
    if (is_known() && has_round() && position_.phase < engine::Phase::lead &&
        position_.engine_tile != engine::no_tile)
      begin_first_turn(before);
    if (!frames_.empty() && frames_.back().table) position_ = frames_.back().table->position;
  }

  const replay::Judgement& judged() const { return judged_; }
  const std::vector<replay::Frame>& frames() const { return frames_; }
  const engine::Position& position() const { return position_; }
  ShownTable table() const {
    const engine::Known* table = frames_.empty() ? nullptr : frames_.back().table.get();
    return {program(), header_now(), position_, is_known(), table == nullptr ? nullptr : &table->unknown};
  }
  /// False behind a gap.
  bool is_known() const { return frames_.empty() || frames_.back().known.empty(); }
  bool has_round() const { return !rounds().empty(); }
  const replay::RecordRound& round() const { return rounds().back(); }
  const engine::Rules& program() const {
    return has_round() ? replay::program_in(round(), loaded_.program()) : loaded_.program();
  }
  const replay::Header& header_now() const {
    return has_round() ? replay::header_in(round(), header()) : header();
  }

  std::string page(const std::string& text) const {
    replay::GameToShow game{
        .program = loaded_.program(), .header = header(), .title = {}, .notes = {}, .steps = {}};
    game.view = viewer_;
    game.record = text;
    game.notes = replay::act_notes(judged_);
    if (!viewer_.empty()) replay::hide_reasons(game.notes);
    game.steps = [&, shown = shown_frames(game.notes)](const std::function<bool(const replay::Frame&)>& see) {
      for (const std::size_t frame : shown)
        if (!see(frames_[frame])) return;
    };
    return replay::page_data(game, {}).json;
  }

 private:
  /// Where the engine was set aside it lies only from the first turn on: begins the turn of the one player
  /// who may have it, if there is one alone. `before`: the position before the round.
  void begin_first_turn(const engine::Position& before) {
    std::optional<engine::Position> begun;
    for (std::size_t seat = 0; seat < header_now().players.size(); ++seat) {
      std::optional<engine::Position> then = after_beginning(before, static_cast<engine::Seat>(seat));
      if (then && begun) return;
      if (then) begun = std::move(then);
    }
    if (!begun) return;
    if (!viewer_.empty()) begun->hands = position_.hands;
    position_ = *begun;
    frames_.back().position = *begun;
  }

  /// The position when this player's turn, the first one, has begun; nothing: it cannot be theirs.
  std::optional<engine::Position> after_beginning(engine::Position position, engine::Seat seat) const {
    replay::RecordRound tried = round();
    replay::TurnLine turn;
    turn.player = seat;
    turn.acts.push_back({replay::DrawAct{}, {}});
    turn.goes_on = true;
    tried.items.push_back({std::move(turn), std::nullopt, {}});
    replay::Referee referee(loaded_.program(), header(), {.rules = &loaded_.rules(), .trust = false});
    if (rounds().size() > 1) referee.begin_after(position);
    referee.judge_round(tried);
    if (referee.judgement().ruling && referee.judgement().ruling->place.turn > 0) return std::nullopt;
    replay::RoundFold fold =
        replay::fold_of(loaded_.program(), header(), tried, rounds().size() == 1, position);
    while (const replay::FoldStep* step = fold.next()) {
      const auto* act = std::get_if<replay::FoldAct>(step);
      if (act != nullptr && act->item + 1 == tried.items.size()) return position;
    }
    return std::nullopt;
  }

  /// Those of the last line and those of findings, each with the one before it: of a table that is kept
  /// nobody looks at the others, and telling of each takes longer than judging it.
  std::vector<std::size_t> shown_frames(const std::vector<replay::ActNote>& notes) const {
    std::set<std::size_t> shown;
    const auto add = [&](std::size_t frame) {
      if (frame > 0) shown.insert(frame - 1);
      shown.insert(frame);
    };
    std::vector<dsl::Span> places;
    for (const replay::Frame& frame : frames_) places.push_back(frame.where);
    for (const replay::ActNote& note : notes)
      if (!places.empty()) add(replay::step_of(note, places));
    for (std::size_t frame = frames_.size(); frame-- > 0 && frames_[frame].item == frames_.back().item;)
      add(frame);
    return {shown.begin(), shown.end()};
  }

  /// Where the last line begins.
  std::size_t last_item() const {
    return rounds().back().items.empty() ? 0 : rounds().back().items.back().at.span.begin;
  }
  const std::vector<replay::RecordRound>& rounds() const { return loaded_.record.rounds; }
  const replay::Header& header() const { return loaded_.record.header; }

  const LoadedRecord& loaded_;
  std::string viewer_;
  replay::TurnClaims claims_;
  std::vector<replay::Frame> frames_;
  replay::Judgement judged_;
  engine::Position position_;
};

/// True if lines say how the round ended.
bool has_result(const replay::RecordRound& round) {
  return any_of(round.items,
                [](const replay::Item& item) { return replay::site_of(item.line) == replay::LineSite::end; });
}

/// Puts the points that the record's own lines give where the position does not know them: of a round that is
/// over with tiles that nobody wrote down, and of what came before.
void put_points(Json& players, const LoadedRecord& loaded) {
  replay::MatchScorer scorer(loaded.program(), loaded.record.header);
  bool begins = true;
  for (const replay::RecordRound& round : loaded.record.rounds)
    scorer.add_round(loaded.program(), loaded.record.header, round, std::exchange(begins, false));
  const replay::MatchResult match = scorer.result();
  const replay::RoundResult& last = match.rounds.back();
  const bool is_over = last.end != replay::RoundEnd::unfinished;
  const bool is_first = match.rounds.size() < 2 || match.rounds[match.rounds.size() - 2].game != last.game;
  for (std::size_t p = 0; p < std::min(players.size(), last.players.size()); ++p) {
    const replay::PlayerRound& own = last.players[p];
    const bool is_known = own.from != replay::PointsFrom::nothing;
    if (is_over) players[p]["points"] = is_known ? Json(own.points) : Json(nullptr);
    if (is_over && is_known && own.total)
      players[p]["total"] = *own.total - own.points;
    else if (!is_first && p < match.rounds[match.rounds.size() - 2].players.size())
      if (const auto& before = match.rounds[match.rounds.size() - 2].players[p].total)
        players[p]["total"] = *before;
  }
}

/// The last line, if it is a turn that is said to go on.
const replay::TurnLine* open_turn(const KeptRound& kept) {
  if (!kept.has_round()) return nullptr;
  const auto& items = kept.round().items;
  const auto last = std::find_if(items.rbegin(), items.rend(), [](const replay::Item& item) {
    return !std::holds_alternative<replay::CommentLine>(item.line);
  });
  const auto* turn = last == items.rend() ? nullptr : std::get_if<replay::TurnLine>(&last->line);
  return turn != nullptr && turn->goes_on ? turn : nullptr;
}

/// The text with the `...` of its last turn taken away; nothing: that turn may go on.
std::optional<std::string> settled(const KeptRound& kept, const std::string& text) {
  const replay::TurnLine* turn = open_turn(kept);
  if (turn == nullptr || kept.frames().empty() || !is_only_the_end_left(kept.table(), turn->player))
    return std::nullopt;
  const std::size_t dots = text.rfind("...");
  if (dots == std::string::npos) return std::nullopt;
  const std::size_t begin = text.find_last_not_of(" \t", dots - 1) + 1;
  return text.substr(0, begin) + text.substr(dots + 3);
}

Json story_of(const dsl::SourceMap& sources, const KeptRound& kept) {
  Json story = Json::array();
  for (const replay::Frame& frame : kept.frames()) {
    if (!frame.ends_line) continue;
    const auto& items = kept.round().items;
    const std::size_t line = frame.item < items.size() ? line_of(sources, items[frame.item].at.span) : 0;
    std::string text = replay::caption(frame);
    // The sentence that says whose turn begins is shown elsewhere.
    std::string short_text = text;
    const engine::Seat turn = frame.position.turn_player;
    if (turn != engine::no_seat) {
      const std::string begun = replay::turn_sentence(replay::with_whole_names(kept.header_now()), turn);
      if (short_text.ends_with(begun)) short_text.resize(short_text.size() - begun.size());
      while (short_text.ends_with(' ')) short_text.pop_back();
    }
    story.push_back({{"line", line}, {"caption", std::move(short_text.empty() ? text : short_text)}});
  }
  return story;
}

/// The number of the last line that is no comment.
std::size_t last_line(std::string_view text) {
  std::size_t last = 0;
  std::size_t number = 0;
  for (const std::string_view line : dsl::lines_of(text)) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && line[begin] != '#') last = number;
  }
  return last;
}

Reply table(const Request& request) {
  return table_of(request, request.text("record"), request.text("view"));
}

/// Somebody holds more tiles than was written.
Reply untold(const Request& request) {
  std::string text = request.text("record");
  const RequestedRecord read = record_of(request, text);
  if (!read.record) return read.refused;
  const LoadedRecord& loaded = *read.record;
  if (loaded.record.rounds.empty()) return refusal("no round has begun");
  const auto& players = replay::header_in(loaded.record.rounds.back(), loaded.record.header).players;
  const auto player = find_if(players, [&](const replay::PlayerField& one) {
    return replay::folded(one.name) == replay::folded(request.text("player"));
  });
  if (player == players.end())
    return refusal("nobody here is called '" + dsl::printable_line(request.text("player")) + "'");
  const auto seat = static_cast<replay::Seat>(player - players.begin());
  const std::vector<std::size_t> places =
      replay::untold_draws(loaded.program(), loaded.record, seat, request.number("tiles", 1));
  Reply answer;
  answer.json["found"] = places.size();
  for (const std::size_t place : places) text.insert(place, "draw ");
  answer.json["record"] = std::move(text);
  return answer;
}

// Whole records.

replay::Judgement judged(const LoadedRecord& loaded, bool is_for_page) {
  replay::Referee referee(loaded.program(), loaded.record.header,
                          {.rules = &loaded.rules(), .trust = !is_for_page});
  for (const replay::RecordRound& round : loaded.record.rounds) {
    referee.judge_round(round);
    if (referee.judgement().cut_short) break;
  }
  replay::Judgement judgement = referee.judgement();
  if (!is_for_page) replay::find_slips(loaded.program(), loaded.record, judgement);
  return judgement;
}

Reply judge(const Request& request) {
  const RequestedRecord read = record_of(request, request.text("record"));
  if (!read.record) return read.refused;
  replay::Judgement judgement = judged(*read.record, false);
  const std::string file(record_name);
  if (request.truth("also")) {
    const auto games = [&] {
      return replay::BundledGames{dsl::bundled_variants(request.bundled()),
                                  dsl::more_variants(request.bundled())};
    };
    replay::RecordWishes wishes;
    wishes.rules = request.text("rules");
    wishes.settings = settings_of(request);
    replay::AlsoLegalFinder(source_of(files_of(request), request.bundled()), games, {}, {})
        .find(*read.record, file, wishes, judgement);
  }
  const replay::VerdictView view{read.sources, file, judgement, &read.record->notes};
  Reply answer;
  answer.json["verdict"] = replay::verdict_word(judgement.verdict);
  answer.json["headline"] = replay::verdict_headline(judgement);
  answer.json["json"] = replay::render_verdict_json(view);
  answer.json["text"] = replay::render_verdict_text(view);
  answer.json["html"] = replay::render_verdict_html(
      {replay::verdict_part(view, &read.record->program(), &read.record->record)}, {});
  return answer;
}

/// Pages hold all of their steps.
constexpr std::size_t most_page_frames = 20'000;

Reply replay_page(const Request& request) {
  const RequestedRecord read = record_of(request, request.text("record"));
  if (!read.record) return read.refused;
  const LoadedRecord& loaded = *read.record;
  const auto viewer = viewer_of(loaded.record.header, request.text("view"));
  if (!viewer) return refusal("nobody here is called '" + dsl::printable_line(request.text("view")) + "'");
  const replay::Judgement judgement = judged(loaded, true);
  replay::TurnClaims claims(loaded.record.header);
  for (const replay::RecordRound& round : loaded.record.rounds) claims.add_round(round);
  claims.finish();
  replay::GameToShow game{.program = loaded.program(),
                          .header = loaded.record.header,
                          .title = dsl::printable_line(loaded.rules().name),
                          .about = dsl::printable_line(loaded.rules().name),
                          .verdict = replay::verdict_headline(judgement),
                          .verdict_kind = std::string(replay::verdict_word(judgement.verdict)),
                          .view = *viewer,
                          .record = viewer->empty() ? replay::write_record(loaded.record) : std::string(),
                          .notes = replay::act_notes(judgement),
                          .steps = {}};
  if (!viewer->empty()) replay::hide_reasons(game.notes);
  bool is_cut = false;
  game.steps = [&](const std::function<bool(const replay::Frame&)>& see) {
    std::size_t shown = 0;
    const std::function<bool(const replay::Frame&)> show = [&](const replay::Frame& frame) {
      is_cut = is_cut || shown == most_page_frames;
      return shown++ < most_page_frames && see(frame);
    };
    replay::Steps steps(loaded.program(), loaded.record.header, claims, show, game.view);
    for (const replay::RecordRound& round : loaded.record.rounds)
      if (!steps.add_round(round)) return;
  };
  Reply answer;
  const replay::PageData page = replay::page_data(game, {});
  if (is_cut)
    return refusal("this record is too long to be shown", "give its rounds as records of their own");
  answer.json["record"] = game.record;
  answer.json["title"] = game.title;
  answer.json["verdict"] = game.verdict;
  answer.json["highest"] = page.highest;
  answer.json["players"] = page.players;
  if (request.truth("html")) answer.json["html"] = replay::render_page(game, {});
  answer.raw_key = "page";
  answer.raw = page.json;
  return answer;
}

Reply score(const Request& request) {
  const RequestedRecord read = record_of(request, request.text("record"));
  if (!read.record) return read.refused;
  const LoadedRecord& loaded = *read.record;
  replay::MatchScorer scorer(loaded.program(), loaded.record.header);
  bool begins = true;
  for (const replay::RecordRound& round : loaded.record.rounds)
    scorer.add_round(loaded.program(), loaded.record.header, round, std::exchange(begins, false));
  const std::vector<replay::ScoreTable> sheets{
      {{std::string(record_name)}, loaded.rules().name, scorer.result()}};
  Reply answer;
  answer.json["html"] = replay::render_score_html(read.sources, sheets);
  answer.json["text"] = replay::render_score_text(read.sources, sheets);
  answer.json["json"] = replay::render_score_json(read.sources, sheets);
  return answer;
}

Reply format(const Request& request) {
  dsl::SourceMap sources;
  const std::string text = request.text("record");
  const dsl::FileId file = sources.add(std::string(record_name), text);
  const replay::FormattedRecord formatted = replay::format_record(file, text);
  Reply answer;
  answer.json["record"] = formatted.text.empty() ? text : formatted.text;
  answer.json["findings"] = findings_json(sources, formatted.diagnostics);
  return answer;
}

/// A name as lines of a record write it: the name itself, or its first letters that can stand there.
std::string short_name(const std::string& name, const std::set<std::string>& taken) {
  std::string letters;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t length = replay::name_length(name, at);
    if (length > 0) {
      letters = name.substr(at, length);
      if (replay::is_player_name(letters) && !taken.contains(replay::folded(letters))) return letters;
    }
    at += std::max<std::size_t>(length, 1);
  }
  const std::string stem = replay::is_player_name(letters) ? letters : "player";
  for (int number = 2;; ++number)
    if (std::string numbered = stem + std::to_string(number); !taken.contains(replay::folded(numbered)))
      return numbered;
}

Reply begin(const Request& request) {
  const RequestedRules asked = rules_of(request);
  if (!asked.rules.ok()) return refusal(asked.sources, asked.rules.diagnostics);
  const std::vector<std::string> names = request.texts("players");
  if (auto reason = dsl::refuse_players(asked.rules.value, static_cast<int>(names.size())))
    return refusal(std::move(*reason));
  replay::Header header = header_of(request);
  std::set<std::string> whole;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    if (!whole.insert(replay::folded(name)).second)
      return refusal("two players are called " + dsl::printable_line(name));
    // A name that can stand in a record whole is kept whole, whatever others are called for short.
    if (replay::is_player_name(name)) taken.insert(replay::folded(name));
  }
  for (const std::string& name : names) {
    const bool is_short = replay::is_player_name(name);
    const std::string called = is_short ? name : short_name(name, taken);
    taken.insert(replay::folded(called));
    header.players.push_back({called, is_short ? std::string() : name, {}});
  }
  replay::HeaderComment comment;
  comment.key = replay::HeaderKey::variant;
  for (const char* about : {"game", "date"})
    if (const std::string line = dsl::printable_line(request.text(about)); !line.empty())
      comment.above.push_back(" " + line);
  if (!comment.above.empty()) header.comments.push_back(std::move(comment));
  Reply answer;
  std::string text = replay::write_header(header);
  // Read again: a name may be a word of the notation, or have letters that no line can hold.
  RequestedRecord read = record_of(request, text);
  if (!read.record) return std::move(read.refused);
  answer.json["record"] = std::move(text);
  return answer;
}

/// The shapes of a picture, which are the same for all games.
Reply shapes(const Request& /*request*/) {
  Reply answer;
  answer.json["svg"] = "<svg xmlns=\"http://www.w3.org/2000/svg\"><defs>" +
                       replay::picture_parts(engine::max_highest) + "</defs></svg>";
  return answer;
}

constexpr RequestField of_table[] = {{"record"},
                                     {"files", FieldForm::by_name, false},
                                     {"view", FieldForm::text, false},
                                     {"settle", FieldForm::truth, false}};
constexpr RequestField of_untold[] = {
    {"record"}, {"files", FieldForm::by_name, false}, {"player"}, {"tiles", FieldForm::number, false}};
constexpr RequestField of_judging[] = {{"record"},
                                       {"files", FieldForm::by_name, false},
                                       {"rules", FieldForm::text, false},
                                       {"set", FieldForm::by_name, false},
                                       {"also", FieldForm::truth, false}};
constexpr RequestField of_replay[] = {{"record"},
                                      {"files", FieldForm::by_name, false},
                                      {"view", FieldForm::text, false},
                                      {"html", FieldForm::truth, false}};
constexpr RequestField of_record[] = {{"record"}, {"files", FieldForm::by_name, false}};
constexpr RequestField of_begin[] = {{"rules"},
                                     {"files", FieldForm::by_name, false},
                                     {"set", FieldForm::by_name, false},
                                     {"players", FieldForm::texts},
                                     {"game", FieldForm::text, false},
                                     {"date", FieldForm::text, false}};

constexpr Call calls[] = {
    {"table", of_table, table},  {"judge", of_judging, judge},  {"replay", of_replay, replay_page},
    {"score", of_record, score}, {"shapes", {}, shapes},        {"format", of_record, format},
    {"begin", of_begin, begin},  {"untold", of_untold, untold},
};

}  // namespace

std::span<const Call> table_calls() { return calls; }

Reply table_of(const Request& request, const std::string& text, const std::string& view) {
  Json ruled = Json::array();
  RequestedRecord read = record_of(request, text);
  if (!read.record) {
    const auto left = without_unreadable(text, read, ruled);
    if (!left) return std::move(read.refused);
    RequestedRecord again = record_of(request, *left);
    if (!again.record) return std::move(read.refused);
    read = std::move(again);
  }
  const LoadedRecord& loaded = *read.record;
  const auto viewer = viewer_of(loaded.record.header, view);
  if (!viewer) return refusal("nobody here is called '" + dsl::printable_line(view) + "'");
  const KeptRound kept(loaded, *viewer);
  if (request.truth("settle"))
    if (const auto closed = settled(kept, text)) return table_of(request, *closed, view);
  Reply answer;
  Json& json = answer.json;
  json["record"] = text;
  json["going"] = open_turn(kept) != nullptr;
  json["variant"] = loaded.record.header.variant.name;
  json["title"] = loaded.rules().name;
  json["round"] = kept.has_round() ? replay::label_of(kept.round()) : "";
  json["rounds"] = loaded.record.rounds.size();
  put_table(json, kept.table());
  if (kept.has_round() && (kept.position().unknown.has(engine::Part::totals) || has_result(kept.round())))
    put_points(json["players"], loaded);
  Json& known = json["known"] = Json::array();
  if (!kept.is_known())
    for (const replay::KnownLine& line : kept.frames().back().known)
      known.push_back({{"name", line.name}, {"text", line.text}});
  json["stopped"] = kept.frames().empty() ? "" : kept.frames().back().trouble;
  json["verdict"] = replay::verdict_word(kept.judged().verdict);
  put_rulings(ruled, read.sources, kept.judged());
  json["ruled"] = std::move(ruled);
  json["missing"] = Json::array();
  for (const replay::Slip& slip : kept.judged().slips)
    if (slip.kind == replay::Slip::Kind::missing_turn ||
        slip.kind == replay::Slip::Kind::perhaps_missing_turn)
      json["missing"].push_back({{"line", line_of(read.sources, slip.where)}, {"players", slip.players}});
  json["lastLine"] = last_line(text);
  json["story"] = story_of(read.sources, kept);
  Json& notes = json["notes"] = Json::array();
  for (const dsl::Diagnostic& note : loaded.notes)
    notes.push_back({{"line", line_of(read.sources, note.where)}, {"message", note.message}});
  if (kept.frames().empty()) {
    json["page"] = nullptr;
  } else {
    answer.raw_key = "page";
    answer.raw = kept.page(text);
  }
  return answer;
}

}  // namespace roundhouse::web
