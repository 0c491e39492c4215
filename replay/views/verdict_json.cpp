#include "replay/views/verdict_json.h"

#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "replay/record/tiles.h"
#include "replay/views/score_object.h"

namespace roundhouse::replay {
namespace {

using Json = nlohmann::ordered_json;

std::string_view slip_word(Slip::Kind kind) {
  switch (kind) {
    case Slip::Kind::place:
      return "place";
    case Slip::Kind::draw:
      return "draw";
    case Slip::Kind::marker:
      return "false-mark";
    case Slip::Kind::swapped:
      return "swapped";
    case Slip::Kind::missing_turn:
      return "missing-turn";
    case Slip::Kind::perhaps_missing_turn:
      return "perhaps-missing-turn";
  }
  return {};
}

std::string_view kind_word(TrustKind kind) {
  switch (kind) {
    case TrustKind::held:
      return "held";
    case TrustKind::lacked:
      return "lacked";
    case TrustKind::hand:
      return "hand";
    case TrustKind::follows:
      return "follows";
    case TrustKind::unsaid:
      return "unsaid";
  }
  return {};
}

void put_place(Json& object, const dsl::SourceMap& sources, const RecordPlace& place) {
  const dsl::LineColumn at = sources.locate(place.where.file, place.where.begin);
  object["line"] = at.line;
  object["column"] = at.column;
  object["round"] = place.round.empty() ? Json() : Json(place.round);
  object["turn"] = place.turn == 0 ? Json() : Json(place.turn);
  object["player"] = place.player.empty() ? Json() : Json(place.player);
  if (!place.signer.empty()) object["by"] = place.signer;
}

void put_ruling(Json& object, const dsl::SourceMap& sources, const Ruling& ruling) {
  put_place(object, sources, ruling.place);
  object["rule"] = ruling.rule;
  object["says"] = ruling.says;
  object.update(Json::parse(citations_json(ruling.from)));
  object["message"] = ruling.message;
  Json because = Json::array();
  for (const Because& b : ruling.because) {
    Json line;
    put_place(line, sources, b.place);
    line["message"] = b.message;
    because.push_back(std::move(line));
  }
  object["because"] = std::move(because);
  Json reasons = ruling.reasons;
  for (const Decider& decider : ruling.decided_by) reasons.push_back(decider.says);
  object["reasons"] = std::move(reasons);
  Json deciders = Json::array();
  for (const Decider& decider : ruling.decided_by) {
    Json entry{{"key", decider.key}, {"says", decider.says}};
    entry.update(Json::parse(citations_json(decider.from)));
    entry["why_not"] = decider.why_not;
    deciders.push_back(std::move(entry));
  }
  if (!deciders.empty()) object["decided_by"] = std::move(deciders);
  Json exceptions = Json::array();
  for (const Exception& exception : ruling.exceptions)
    exceptions.push_back(
        {{"rule", exception.rule}, {"says", exception.says}, {"why_not", exception.why_not}});
  object["exceptions"] = std::move(exceptions);
  object["could"] = in_notation(ruling.could);
  object["help"] = ruling.help.empty() ? Json() : Json(ruling.help);
}

Json all_rulings(const dsl::SourceMap& sources, const std::vector<Ruling>& rulings) {
  Json list = Json::array();
  for (const Ruling& ruling : rulings) {
    Json object;
    put_ruling(object, sources, ruling);
    list.push_back(std::move(object));
  }
  return list;
}

Json all_allowed(const dsl::SourceMap& sources, const std::vector<Allowed>& all) {
  Json list = Json::array();
  for (const Allowed& allowed : all) {
    Json object;
    put_ruling(object, sources, allowed.ruling);
    Json by;
    put_place(by, sources, allowed.place);
    by["note"] = allowed.note.empty() ? Json() : Json(allowed.note);
    object["allow"] = std::move(by);
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace

std::string render_verdict_json(const VerdictView& view) {
  const Judgement& j = view.judgement;
  Json object;
  object["schema"] = 1;
  object["file"] = view.file;
  object["verdict"] = verdict_word(j.verdict);
  if (j.ruling) {
    put_ruling(object, view.sources, *j.ruling);
  } else {
    if (j.unknown)
      put_place(object, view.sources, *j.unknown);
    else
      for (const char* field : {"line", "column", "round", "turn", "player"}) object[field] = nullptr;
    for (const char* field : {"rule", "says"}) object[field] = nullptr;
    object["from"] = Json::array();
    object["message"] = j.undecided.empty() ? Json() : Json(j.undecided);
    for (const char* list : {"because", "reasons", "exceptions"}) object[list] = Json::array();
    object["could"] = Json::array();
    object["help"] = nullptr;
  }
  Json trust = Json::array();
  for (const Trust& t : j.trust) {
    Json line;
    put_place(line, view.sources, t.place);
    line["act"] = t.act;
    line["rule"] = t.rule;
    line["kind"] = kind_word(t.kind);
    line["tile"] = t.kind == TrustKind::held ? Json(tile_text(t.tile)) : Json();
    trust.push_back(std::move(line));
  }
  object["trust"] = std::move(trust);
  Json also = Json::array();
  for (const AlsoLegal& a : j.also) {
    Json line;
    line["variant"] = a.variant.empty() ? Json() : Json(a.variant);
    line["option"] = a.option.empty() ? Json() : Json(a.option);
    line["value"] = a.option.empty() ? Json() : Json(a.value);
    line["before"] = a.before ? Json(place_name(*a.before)) : Json();
    line["before_message"] = a.before ? Json(a.before_message) : Json();
    if (!a.rest.empty()) line["rest"] = a.rest;
    also.push_back(std::move(line));
  }
  object["also"] = std::move(also);
  if (j.cut_short) object["cut_short"] = true;
  if (!j.also_cut.empty()) object["also_cut"] = j.also_cut;
  Json slips = Json::array();
  for (const Slip& slip : j.slips) {
    const auto line_of = [&](const dsl::Span& span) {
      return view.sources.locate(span.file, span.begin).line;
    };
    Json line;
    line["slip"] = slip_word(slip.kind);
    line["line"] = line_of(slip.where);
    line["other"] = slip.kind == Slip::Kind::swapped ? Json(line_of(slip.other)) : Json();
    line["player"] = slip.players.size() == 1 ? Json(slip.players.front()) : Json();
    if (slip.players.size() > 1) line["players"] = slip.players;
    if (slip.leaves_errors) line["leaves_errors"] = true;
    if (slip.heals > 0) line["heals"] = slip.heals;
    line["text"] = slip_text(view.sources, slip);
    slips.push_back(std::move(line));
  }
  object["slips"] = std::move(slips);
  object["more"] = all_rulings(view.sources, j.more);
  if (!j.allowed.empty()) object["allowed"] = all_allowed(view.sources, j.allowed);
  object["advice"] = all_rulings(view.sources, j.advice);
  Json scores = Json::array();
  for (const ScoreDifference& s : j.scores) scores.push_back(Json::parse(wrong_score_json(view.sources, s)));
  object["scores"] = std::move(scores);
  Json claims = Json::array();
  for (const Objection& objection : j.objections) {
    Json line;
    put_place(line, view.sources, objection.place);
    line["about"] = objection.about;
    line["note"] = objection.note.empty() ? Json() : Json(objection.note);
    claims.push_back(std::move(line));
  }
  object["claims"] = std::move(claims);
  Json notes = Json::array();
  if (view.notes != nullptr)
    for (const dsl::Diagnostic& note : *view.notes) {
      const dsl::LineColumn at = view.sources.locate(note.where.file, note.where.begin);
      notes.push_back({{"line", at.line}, {"column", at.column}, {"message", note.message}});
    }
  for (const Note& note : j.notes) {
    const dsl::LineColumn at = view.sources.locate(note.place.where.file, note.place.where.begin);
    notes.push_back({{"line", at.line}, {"column", at.column}, {"message", note.message}});
  }
  object["notes"] = std::move(notes);
  return dsl::json_line(object) + "\n";
}

std::string render_unreadable_json(const std::string& file) {
  const Json object{{"schema", 1}, {"file", file}, {"verdict", "unreadable"}};
  return dsl::json_line(object) + "\n";
}

}  // namespace roundhouse::replay
