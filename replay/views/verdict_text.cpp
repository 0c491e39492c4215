#include "replay/views/verdict_text.h"

#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {
namespace {

std::string file_line(const dsl::SourceMap& sources, const dsl::Span& where) {
  return fmt::format("{}:{}", sources.file(where.file).name, sources.locate(where.file, where.begin).line);
}

std::string exception_line(const dsl::SourceMap& sources, const Exception& exception) {
  return fmt::format("exception {} ({}) does not hold{}{}", exception.rule,
                     file_line(sources, exception.rule_where), exception.why_not.empty() ? "" : ": ",
                     dsl::joined(exception.why_not, ", and "));
}

dsl::Diagnostic as_diagnostic(const dsl::SourceMap& sources, const Ruling& ruling, dsl::Severity severity) {
  dsl::Diagnostic d;
  d.code = ruling.rule;
  d.severity = severity;
  d.where = ruling.place.where;
  d.message = fmt::format("{}: {}", place_name(ruling.place), ruling.message);
  if (!ruling.is_complete) d.message += ". " + ruling.says;
  for (const Because& because : ruling.because) d.labels.push_back({because.place.where, because.message});
  d.why = "rule " + rule_source(sources, ruling);
  if (!ruling.reasons.empty()) d.why += "\nhere " + dsl::joined(ruling.reasons, ", and ");
  for (const Decider& decider : ruling.decided_by) d.why += "\n" + decider_text(sources, decider);
  for (const Exception& exception : ruling.exceptions) d.why += "\n" + exception_line(sources, exception);
  d.help = ruling.help;
  if (!ruling.could.empty())
    d.help += (d.help.empty() ? "could have been: " : "; could have been: ") +
              dsl::joined(in_notation(ruling.could), ", ");
  return d;
}

/// With the line that let it stand.
dsl::Diagnostic as_diagnostic(const dsl::SourceMap& sources, const Allowed& allowed) {
  dsl::Diagnostic d = as_diagnostic(sources, allowed.ruling, dsl::Severity::note);
  std::string stands = "this lets it stand";
  if (!allowed.note.empty()) stands += ": " + quoted_text(allowed.note);
  d.labels.push_back({allowed.place.where, std::move(stands)});
  return d;
}

std::string render_undecided(const dsl::SourceMap& sources, const Judgement& judgement,
                             const dsl::PageLayout& layout) {
  dsl::Diagnostic d;
  d.code = "undecided";
  d.severity = dsl::Severity::note;
  d.where = judgement.unknown->where;
  d.message = fmt::format("{}: {}", place_name(*judgement.unknown), judgement.undecided);
  return dsl::render_diagnostic(sources, d, layout);
}

/// An act of Trust as a noun.
std::string act_noun(const std::string& act) {
  if (act == "draw") return "the draw";
  if (act == "done") return "the end of the turn";
  if (act == "engine" || act == "lead") return "the engine";
  if (act == "lay") return "laying the tile";
  return "'" + act + "'";
}

std::string trust_line(const Trust& trust) {
  if (trust.kind == TrustKind::unsaid)
    return fmt::format("  {:<6} {}: '{}' is not written, and taken for said\n", place_name(trust.place),
                       trust.place.player, trust.act);
  std::string what;
  switch (trust.kind) {
    case TrustKind::held:
      what = fmt::format("with the {} in hand {} would have been illegal", tile_text(trust.tile),
                         act_noun(trust.act));
      break;
    case TrustKind::lacked:
      what = fmt::format("without certain tiles in hand {} would have been illegal", act_noun(trust.act));
      break;
    case TrustKind::hand:
      what = fmt::format("with other tiles in hand {} would have been illegal", act_noun(trust.act));
      break;
    case TrustKind::follows:
      what =
          fmt::format("with other tiles in hand something else would have come of {}", act_noun(trust.act));
      break;
    case TrustKind::unsaid:
      break;
  }
  return fmt::format("  {:<6} {}: {} ({})\n", place_name(trust.place), trust.place.player, what, trust.rule);
}

/// "10 + 23 = 33" behind `before`, or one number; empty: the tiles do not count one by one.
std::string sum_text(std::string_view before, const PointsPart& part) {
  if (part.counts.empty()) return {};
  std::string sum(before);
  for (std::size_t i = 0; i < part.counts.size(); ++i)
    sum += i == 0               ? fmt::format("{}", part.counts[i])
           : part.counts[i] < 0 ? fmt::format(" - {}", -std::int64_t{part.counts[i]})
                                : fmt::format(" + {}", part.counts[i]);
  return part.counts.size() == 1 ? sum : fmt::format("{} = {}", sum, part.points);
}

std::string tiles_line(const ScoreDifference& score) {
  if (score.left.empty()) return "nothing was left";
  std::string text = "left " + dsl::joined(score.left, " ", [](TileId tile) { return tile_text(tile); });
  // Where one row alone counts, its sum is that of the hand.
  if (score.parts.size() == 1) text += sum_text(": ", score.parts.front());
  return text;
}

std::string rule_line(const dsl::SourceMap& sources, const ScoreDifference& score, const PointsPart& part) {
  std::string text = fmt::format("{} by the rule {}", part.points, part.rule);
  const std::string sum = score.parts.size() > 1 ? sum_text("", part) : std::string();
  if (!sum.empty()) text = fmt::format("{} by the rule {}", sum, part.rule);
  if (part.rule_where)
    text += fmt::format(", {}:{}", sources.file(part.rule_where->file).name,
                        sources.locate(part.rule_where->file, part.rule_where->begin).line);
  if (!part.from.empty()) text += fmt::format(" ({})", dsl::cited(part.from));
  if (part.place) text += ", at " + place_name(*part.place);
  if (part.place && !part.place->signer.empty()) text += ", as referee " + part.place->signer + " ruled";
  return part.says.empty() ? text : text + ": " + part.says;
}

}  // namespace

std::string place_name(const RecordPlace& place) {
  if (place.turn > 0) return fmt::format("{}.{}", place.round.empty() ? "#1" : place.round, place.turn);
  return place.round.empty() ? "before the first turn" : "round " + place.round;
}

std::string also_text(const AlsoLegal& also) {
  std::string text = also.variant.empty() ? fmt::format("legal here with {}: {}", also.option, also.value)
                                          : fmt::format("legal under {}", also.variant);
  if (also.before)
    text += fmt::format(", but {} before it is not: {}", place_name(*also.before), also.before_message);
  if (!also.rest.empty()) text += fmt::format(", but not the rest of the turn (rule {})", also.rest);
  return text;
}

std::string rule_on_sheet(const dsl::SourceMap& sources, const Ruling& ruling) {
  if (!ruling.rule_where) return "A law of every train game";
  const std::string& file = sources.file(ruling.rule_where->file).name;
  return fmt::format("Rule {} of {}{}", ruling.rule, file.substr(file.find_last_of('/') + 1),
                     ruling.from.empty() ? "" : fmt::format(", {} in the rulebook", dsl::cited(ruling.from)));
}

std::string rule_source(const dsl::SourceMap& sources, const Ruling& ruling) {
  std::string text = ruling.rule;
  if (ruling.rule_where)
    text += ", " + file_line(sources, *ruling.rule_where);
  else
    text += ", a law of every train game";
  if (!ruling.from.empty()) text += fmt::format(" ({})", dsl::cited(ruling.from));
  return text;
}

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::legal:
      return "legal";
    case Verdict::illegal:
      return "illegal";
    case Verdict::undecided:
      return "undecided";
  }
  return {};
}

namespace {

/// Of a legal record: breaches that were let stand, and scores.
std::string but_for(const Judgement& judgement) {
  std::string text = judgement.allowed.empty() ? "" : ", but for what was let stand";
  const std::size_t scores = judgement.scores.size();
  if (scores == 0) return text;
  text += text.empty() ? ", but for " : " and ";
  return text + (scores == 1 ? "a wrong score" : "wrong scores");
}

}  // namespace

namespace {

/// "if nothing else was so", "with 'turns Ann 3' and 'nothing else'", "with 'hand Ann: ?x5' and 3 lines
/// more".
std::string if_so(const Judgement::WithLines& with) {
  constexpr std::size_t most_named = 2;
  if (with.is_nothing_else()) return "if nothing else was so";
  if (with.lines.size() <= most_named) return "with " + quoted_lines(with.lines);
  return fmt::format("with '{}' and {} lines more", with.lines.front(), with.lines.size() - 1);
}

/// "; with 'turns Ann 3', it is legal, with 'turns Ann 1' illegal"
std::string condition(const Judgement::WithLines& with) {
  std::string text = fmt::format("; {}, it is {}", if_so(with), verdict_word(with.verdict));
  if (with.otherwise)
    text += fmt::format(", with {} {}", with.otherwise->lines, verdict_word(with.otherwise->verdict));
  return text;
}

}  // namespace

std::string verdict_headline(const Judgement& judgement) {
  switch (judgement.verdict) {
    case Verdict::legal:
      return "Legal" + but_for(judgement);
    case Verdict::illegal:
      return judgement.ruling ? "Illegal at " + place_name(judgement.ruling->place) : std::string("Illegal");
    case Verdict::undecided:
      return judgement.unknown ? "Undecided from " + place_name(*judgement.unknown)
                               : "Undecided: " + judgement.undecided;
  }
  return {};
}

std::string decider_text(const dsl::SourceMap& sources, const Decider& decider) {
  std::string text = decider.key;
  if (decider.where) text += ", " + file_line(sources, *decider.where);
  if (!decider.from.empty()) text += fmt::format(" ({})", dsl::cited(decider.from));
  if (!decider.why_not.empty()) text += " did not stand, as " + dsl::joined(decider.why_not, ", and ");
  return text + ": " + decider.says;
}

std::string render_notes(const dsl::SourceMap& sources, const dsl::Diagnostics& notes) {
  std::string text;
  for (const dsl::Diagnostic& note : notes) {
    const std::size_t line = sources.locate(note.where.file, note.where.begin).line;
    text += fmt::format("  line {:<4} {}\n", line, dsl::printable_line(note.message));
  }
  return text;
}

std::string slip_text(const dsl::SourceMap& sources, const Slip& slip) {
  const auto line = [&](const dsl::Span& span) { return sources.locate(span.file, span.begin).line; };
  const auto missing = [&] {
    const bool one = slip.players.size() == 1;
    return fmt::format("if {} of {} {} missing before line {}", one ? "a turn" : "turns",
                       dsl::listed(slip.players), one ? "is" : "are", line(slip.where));
  };
  std::string text;
  switch (slip.kind) {
    case Slip::Kind::place:
      text = fmt::format("legal if the tile was laid to {}: {}", slip.train, slip.text);
      break;
    case Slip::Kind::draw:
      text = "legal with one draw more here";
      break;
    case Slip::Kind::marker:
      text = fmt::format("legal without '{}' here", slip.text);
      break;
    case Slip::Kind::swapped:
      text = fmt::format("legal if lines {} and {} are swapped", line(slip.where), line(slip.other));
      break;
    case Slip::Kind::missing_turn:
      text = "legal " + missing();
      break;
    case Slip::Kind::perhaps_missing_turn:
      text = "perhaps legal " + missing();
      break;
  }
  if (slip.heals > 0)
    text += fmt::format(", and so {} further down that {} not listed",
                        slip.heals == 1 ? "is one error" : fmt::format("are {} errors", slip.heals),
                        slip.heals == 1 ? "is" : "are");
  if (slip.leaves_errors) text += ", but not all that follows";
  return text;
}

dsl::Diagnostics verdict_diagnostics(const dsl::SourceMap& sources, const Judgement& judgement) {
  dsl::Diagnostics found;
  const auto add = [&](const Ruling& ruling, dsl::Severity severity) {
    found.push_back(as_diagnostic(sources, ruling, severity));
  };
  if (judgement.ruling) add(*judgement.ruling, dsl::Severity::error);
  for (const Ruling& more : judgement.more) add(more, dsl::Severity::error);
  for (const Allowed& allowed : judgement.allowed) found.push_back(as_diagnostic(sources, allowed));
  for (const Ruling& advice : judgement.advice) add(advice, dsl::Severity::warning);
  const auto say = [&](std::string_view code, dsl::Severity severity, const RecordPlace& place,
                       std::string message) {
    dsl::Diagnostic& made = found.emplace_back();
    made.code = code;
    made.severity = severity;
    made.where = place.where;
    made.message = std::move(message);
  };
  for (const ScoreDifference& score : judgement.scores)
    say("wrong-score", dsl::Severity::error, score.place,
        fmt::format("{} is written for {}, and it is {}", score.claimed, score.player, score.right));
  if (judgement.verdict == Verdict::undecided && judgement.unknown)
    say("undecided", dsl::Severity::note, *judgement.unknown, judgement.undecided);
  for (const Note& note : judgement.notes) say("note", dsl::Severity::note, note.place, note.message);
  return found;
}

std::string wrong_score(const dsl::SourceMap& sources, const ScoreDifference& score) {
  std::string text = fmt::format("wrong score: {}: {} is written for {}, and it is {}\n",
                                 place_name(score.place), score.claimed, score.player, score.right);
  for (const std::string& reason : score_reasons(sources, score)) text += "  " + reason + "\n";
  return text;
}

std::string render_verdict_text(const VerdictView& view, const dsl::PageLayout& layout) {
  const auto filled = [&](const std::string& line) {
    const std::string shown = dsl::printable(line);
    return layout.width == 0 ? shown : dsl::filled_lines(shown, layout.width);
  };
  const Judgement& j = view.judgement;
  const std::string file = dsl::printable_line(view.file);
  std::string text;
  switch (j.verdict) {
    case Verdict::legal:
      text += fmt::format("{}: legal{}\n", file, but_for(j));
      break;
    case Verdict::illegal:
      text += fmt::format("{}: illegal\n", file);
      break;
    case Verdict::undecided:
      if (j.unknown)
        text += fmt::format("{}: undecided at {}{}\n\n", file, dsl::printable(place_name(*j.unknown)),
                            j.with_lines ? condition(*j.with_lines) : std::string()) +
                render_undecided(view.sources, j, layout);
      else
        text += filled(fmt::format("{}: undecided: {}\n", file, j.undecided));
      break;
  }
  const bool is_with_lines = !j.ruling && j.with_lines && j.with_lines->ruling;
  if (is_with_lines) text += filled(fmt::format("\n{}:\n", if_so(*j.with_lines)));
  if (const std::optional<Ruling>& ruling = is_with_lines ? j.with_lines->ruling : j.ruling)
    text += "\n" + dsl::render_diagnostic(view.sources,
                                          as_diagnostic(view.sources, *ruling, dsl::Severity::error), layout);
  for (const Slip& slip : j.slips) text += filled(slip_text(view.sources, slip) + "\n");
  for (const AlsoLegal& also : j.also) text += filled(also_text(also) + "\n");
  if (j.cut_short && j.verdict != Verdict::undecided)
    text += filled(fmt::format(
        "note: only the first {} rounds were judged; --no-limit judges the others, too\n", j.rounds));
  if (!j.also_cut.empty()) text += filled(fmt::format("note: {}\n", j.also_cut));
  for (const Ruling& more : j.more)
    text += "\n" + dsl::render_diagnostic(view.sources,
                                          as_diagnostic(view.sources, more, dsl::Severity::error), layout);
  for (const Allowed& allowed : j.allowed)
    text += "\n" + dsl::render_diagnostic(view.sources, as_diagnostic(view.sources, allowed), layout);
  for (const Ruling& advice : j.advice)
    text += "\n" + dsl::render_diagnostic(
                       view.sources, as_diagnostic(view.sources, advice, dsl::Severity::warning), layout);
  for (const ScoreDifference& score : j.scores) text += filled(wrong_score(view.sources, score));
  if (!j.trust.empty()) {
    text += "on trust:\n";
    for (const Trust& trust : j.trust) text += filled(trust_line(trust));
  }
  if (!j.objections.empty()) {
    text += "claims, which are not judged:\n";
    for (const Objection& objection : j.objections)
      text += filled(fmt::format("  {:<6} {}{}\n", objection.about, objection.place.player,
                                 objection.note.empty() ? "" : ": " + quoted_text(objection.note)));
  }
  const bool read_otherwise = view.notes != nullptr && !view.notes->empty();
  if (read_otherwise || !j.notes.empty()) text += "notes:\n";
  if (read_otherwise) text += filled(render_notes(view.sources, *view.notes));
  for (const Note& note : j.notes)
    text += filled(fmt::format("  line {:<4} {}\n",
                               view.sources.locate(note.place.where.file, note.place.where.begin).line,
                               note.message));
  if (j.left_out > 0) text += fmt::format("and {} more that are not listed\n", j.left_out);
  return text;
}

std::vector<std::string> score_reasons(const dsl::SourceMap& sources, const ScoreDifference& score) {
  std::vector<std::string> lines;
  if (score.is_total)
    lines.push_back(fmt::format(
        "{} is the total with this round; a score line has the points of the round alone", score.claimed));
  lines.push_back(tiles_line(score));
  for (const PointsPart& part : score.parts) lines.push_back(rule_line(sources, score, part));
  if (score.parts_left_out > 0)
    lines.push_back(
        fmt::format("points were given {} times, which is more than is listed here", score.parts_left_out));
  return lines;
}

}  // namespace roundhouse::replay
