#include "replay/views/verdict_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "dsl/base/html.h"
#include "dsl/base/plain_text.h"
#include "replay/record/round_terms.h"
#include "replay/views/act_notes.h"
#include "replay/views/picture.h"
#include "replay/views/steps.h"
#include "web/page_files.h"

namespace roundhouse::replay {
namespace {

using dsl::html_text;

constexpr PictureFrame picture_frame{760, 560};
/// More findings of one record have no pictures.
constexpr std::size_t most_pictures = 40;

struct Moment {
  std::string svg;
  std::string caption;
};

/// The table at each of these places, by where their text begins.
std::map<std::uint32_t, Moment> moments_at(const engine::Rules& program, const Record& record,
                                           const dsl::Diagnostics& findings) {
  std::map<std::uint32_t, Moment> moments;
  std::vector<dsl::Span> steps;
  step_through(program, record, [&](const Frame& frame) {
    steps.push_back(frame.where);
    return true;
  });
  if (steps.empty()) return moments;
  std::multimap<std::size_t, std::uint32_t> wanted;
  for (const dsl::Diagnostic& finding : findings) {
    if (wanted.size() == most_pictures) break;
    if (finding.code == "note" || finding.code == "wrong-score") continue;
    ActNote note;
    note.where = finding.where;
    wanted.emplace(step_of(note, steps), finding.where.begin);
  }
  std::size_t step = 0;
  step_through(program, record, [&](const Frame& frame) {
    for (auto [at, end] = wanted.equal_range(step); at != end; ++at) {
      const RoundTerms* own = frame.by.terms.get();
      const engine::Rules& by = own ? *own->rules.program : program;
      Frame shown = frame;
      if (frame.act && frame.act->kind == ActKind::lay && !frame.laid.empty())
        shown.fouls = {frame.laid.size() - 1};
      std::string svg = table_within(by, own ? own->header : record.header, shown, picture_frame);
      const bool is_foul = !shown.fouls.empty();
      moments[at->second] = {std::move(svg), is_foul ? "The table then, with the tile that was laid crossed."
                                                     : "The table then. " + caption(frame)};
    }
    return step++ <= wanted.rbegin()->first;
  });
  return moments;
}

/// The line of the record, what it is about marked.
std::string quoted_line(const dsl::SourceMap& sources, const dsl::Span& where) {
  const dsl::LineColumn at = sources.locate(where.file, where.begin);
  const std::string_view text = sources.file(where.file).text;
  std::size_t begin = std::min<std::size_t>(where.begin, text.size());
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  const std::size_t line_end = std::min(text.find('\n', begin), text.size());
  const std::size_t end = std::clamp<std::size_t>(where.end, where.begin, line_end);
  return fmt::format("<pre class=\"line\"><span>{}</span>{}<mark>{}</mark>{}</pre>\n", at.line,
                     html_text(text.substr(begin, where.begin - begin)),
                     html_text(text.substr(where.begin, end - where.begin)),
                     html_text(text.substr(end, line_end - end)));
}

std::string paragraphs(std::string_view kind, const std::string& text) {
  std::string html;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    html += fmt::format("<p class=\"{}\">{}</p>\n", kind, html_text(line));
  return html;
}

/// The ways to another ruling: slips of the pen, other rules.
std::string ways_out(const VerdictView& view) {
  std::string items;
  for (const Slip& slip : view.judgement.slips)
    items += fmt::format("<li>{}</li>\n", html_text(slip_text(view.sources, slip)));
  for (const AlsoLegal& also : view.judgement.also)
    items += fmt::format("<li>{}</li>\n", html_text(also_text(also)));
  return items.empty() ? items : "<ul>\n" + items + "</ul>\n";
}

/// Each in words, behind its tile as far as that is given.
std::string instead_html(const std::vector<Instead>& acts) {
  std::string items;
  for (const Instead& act : acts) {
    items += "<li>";
    if (!act.halves.empty()) {
      const bool any = act.halves.size() == 1;
      items += "<svg class=\"mini\" viewBox=\"-104 -54 208 108\" aria-hidden=\"true\">" +
               (any ? fmt::format("<use href=\"#b\"/><use href=\"#p{}\" x=\"-50\"/>"
                                  "<text class=\"any\" x=\"50\" y=\"26\" text-anchor=\"middle\">?</text>",
                                  act.halves.front())
                    : paint_tile({}, 0, act.halves.front(), act.halves.back(), no_numerals)) +
               "</svg> ";
    }
    items += html_text(act.words) + "</li>\n";
  }
  return items.empty() ? items
                       : "<p class=\"help\"><strong>Instead:</strong></p>\n<ul class=\"instead\">\n" + items +
                             "</ul>\n";
}

/// The act, the rule, the line; why, what instead; then the table of the moment.
std::string ruling_section(const VerdictView& view, const Ruling& ruling, const std::string& picture,
                           bool is_first) {
  const auto sentence = [](std::string_view kind, std::string_view head, const std::string& text) {
    return text.empty()
               ? text
               : fmt::format("<p class=\"{}\"><strong>{}</strong> {}</p>\n", kind, head, html_text(text));
  };
  const dsl::LineColumn line = view.sources.locate(ruling.place.where.file, ruling.place.where.begin);
  std::string html =
      fmt::format("<section class=\"error\">\n<p class=\"meta\">{}{}, line {}</p>\n<h2>{}</h2>\n",
                  ruling.place.turn > 0 ? "Turn " : "", html_text(place_name(ruling.place)), line.line,
                  html_text(ruling.message));
  if (!ruling.is_complete)
    html += fmt::format("<blockquote>{} <cite>{}</cite></blockquote>\n", html_text(ruling.says),
                        html_text(rule_on_sheet(view.sources, ruling)));
  html += quoted_line(view.sources, ruling.place.where);
  for (const Because& because : ruling.because)
    html += quoted_line(view.sources, because.place.where) + paragraphs("because", because.message);
  html += sentence("why", "Why:", dsl::joined(ruling.reasons, ", and "));
  std::string deciders;
  for (const Decider& decider : ruling.decided_by) deciders += decider_text(view.sources, decider) + "\n";
  html += paragraphs("why", deciders);
  html += instead_html(ruling.could);
  html += sentence("help", "Mended by:", ruling.help);
  if (is_first) html += ways_out(view);
  return html + picture + "</section>\n";
}

}  // namespace

VerdictPart verdict_part(const VerdictView& view, const engine::Rules* program, const Record* record) {
  VerdictPart part;
  const Judgement& judged = view.judgement;
  const std::string name = view.file.substr(view.file.find_last_of('/') + 1);
  part.html = fmt::format("<article>\n<h1>{}</h1>\n<p class=\"verdict {}\">{}</p>\n", html_text(name),
                          verdict_word(judged.verdict), html_text(verdict_headline(judged)));
  const dsl::Diagnostics findings = verdict_diagnostics(view.sources, judged);
  std::map<std::uint32_t, Moment> moments;
  if (program != nullptr && record != nullptr && !findings.empty())
    moments = moments_at(*program, *record, findings);
  if (program != nullptr && !findings.empty()) part.highest = program->highest;
  const auto picture_at = [&](const dsl::Span& where) {
    const auto moment = moments.find(where.begin);
    return moment == moments.end() ? std::string()
                                   : fmt::format("<figure>\n{}<figcaption>{}</figcaption></figure>\n",
                                                 moment->second.svg, html_text(moment->second.caption));
  };
  std::vector<const Ruling*> rulings;
  if (judged.ruling) rulings.push_back(&*judged.ruling);
  for (const Ruling& more : judged.more) rulings.push_back(&more);
  for (const Ruling* ruling : rulings)
    part.html += ruling_section(view, *ruling, picture_at(ruling->place.where), ruling == rulings.front());
  // They come first among the findings.
  for (auto at = findings.begin() + static_cast<std::ptrdiff_t>(rulings.size()); at != findings.end(); ++at) {
    const dsl::Diagnostic& finding = *at;
    part.html += fmt::format("<section class=\"{}\">\n<h2>{}</h2>\n", dsl::severity_name(finding.severity),
                             html_text(finding.message));
    part.html += quoted_line(view.sources, finding.where);
    part.html += picture_at(finding.where);
    for (const dsl::Label& label : finding.labels)
      part.html += quoted_line(view.sources, label.where) + paragraphs("because", label.message);
    part.html += paragraphs("why", finding.why);
    part.html += paragraphs("help", finding.help);
    part.html += "</section>\n";
  }
  for (const ScoreDifference& score : judged.scores)
    part.html += paragraphs("why", wrong_score(view.sources, score));
  part.html += "</article>\n";
  return part;
}

std::string render_verdict_html(const std::vector<VerdictPart>& parts,
                                const std::vector<std::string>& unreadable) {
  int highest = -1;
  for (const VerdictPart& part : parts) highest = std::max(highest, part.highest);
  std::string body = highest < 0 ? std::string() : hidden_parts(highest);
  body += "<main>\n";
  for (const VerdictPart& part : parts) body += part.html;
  for (const std::string& file : unreadable)
    body += fmt::format("<p class=\"verdict undecided\">{} cannot be read.</p>\n", html_text(file));
  return dsl::html_page(
      "Verdict",
      std::string(page_file("style/page.css")).append(page_file("style/verdict.css")).append(picture_style()),
      body);
}

}  // namespace roundhouse::replay
