#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/english/wording.h"
#include "replay/views/picture.h"
#include "tools/scenes/scenes.h"

namespace roundhouse::replay {
namespace {

using dsl::Book;
using dsl::Chapter;
using dsl::ChapterKind;

/// Before what an own row does, which its sentence need not say.
constexpr std::string_view by_condition = "By its condition";

/// A permission and a duty begin otherwise, so that nobody takes one for the other.
void add_outlook(const Outlook& outlook, Chapter& chapter) {
  const auto line = [&](std::string key, const std::string& text) {
    chapter.lines.push_back({std::move(key), text, {}});
  };
  switch (outlook.duty) {
    case Outlook::Duty::may:
      line(outlook.player + " may", outlook.acts() + ".");
      break;
    case Outlook::Duty::has_to:
      line(outlook.player + " has to", outlook.acts() + ".");
      break;
    case Outlook::Duty::nothing:
    case Outlook::Duty::over:
    case Outlook::Duty::never:
      return line("", outlook.sentence());
    case Outlook::Duty::follows:
      return line("What follows", outlook.sentence());
  }
  const bool has_to = outlook.duty == Outlook::Duty::has_to;
  for (const std::string& said : outlook.announcements())
    line(outlook.player + (has_to ? " may first" : " may"), said + ".");
}

std::string sentence_of(const ChangedThing& thing) {
  return thing.name.empty() ? thing.says : fmt::format("{} ({})", thing.says, thing.name);
}

void add_scene(const Scene& scene, const ShownEntry& entry, const std::string& title, Book& book) {
  Chapter chapter{title, ChapterKind::terms, {}};
  const auto line = [&](std::string key, std::string text) {
    chapter.lines.push_back({std::move(key), std::move(text), {}});
  };
  // Behind the first stands what shows at the same table.
  for (const ChangedThing& thing : scene.things) {
    line(&thing == &scene.things.front() || !thing.without ? "" : "It also brings", sentence_of(thing));
    if (!thing.exactly.empty()) line(std::string(by_condition), thing.exactly);
  }
  if (!scene.ages.empty()) line("Years", scene.ages + ".");
  line("The table", std::string(dsl::trimmed(dsl::replaced(scene.table, "\n", " "))));
  for (const std::string& hand : scene.hands) line("", hand);
  if (!scene.said.empty() && entry.written.starts_with("rule ")) line("", scene.said);
  add_outlook(scene.ours, chapter);
  if (!scene.follows.empty()) line("What follows", scene.follows);
  if (scene.after) line("After that", scene.after->sentence());
  for (const std::string& act : scene.refused) line(scene.ours.player + " may not", act);
  const std::string parent = scene.parent.sentence();
  for (const ChangedThing& thing : scene.things)
    if (thing.without && thing.without->sentence() != parent)
      line(thing.name.empty() ? "Without that" : fmt::format("Without '{}'", thing.name),
           thing.without->sentence());
  line(entry.otherwise, parent);
  if (!scene.unwon.empty()) line("Where nobody wins the round", scene.unwon);
  book.pictures.push_back({title, scene.picture, {}});
  book.chapters.push_back(std::move(chapter));
}

std::string title_of(const ShownEntry& entry) {
  return fmt::format("{} (line {})", entry.written, entry.line);
}

/// The first lines of an entry: what was asked, and what shows before play or behind it.
std::vector<dsl::BookLine> head_of(const ShownEntry& entry, const std::string& parent) {
  std::vector<dsl::BookLine> lines;
  const auto line = [&](std::string key, std::string text) {
    lines.push_back({std::move(key), std::move(text), {}});
  };
  if (!entry.answer.empty())
    line("",
         fmt::format("{} {} {} says{}", entry.asks, dsl::as_sentence(entry.answer), dsl::name_marks(parent),
                     entry.parents == entry.answer ? " the same." : ": " + dsl::as_sentence(entry.parents)));
  for (const ChangedThing& thing : entry.says) {
    line("", thing.says);
    if (!thing.exactly.empty()) line(std::string(by_condition), thing.exactly);
  }
  return lines;
}

void add_entry(const ShownEntry& entry, const std::string& parent, Book& book) {
  const std::string title = title_of(entry);
  const std::size_t first = book.chapters.size();
  for (const Scene& scene : entry.scenes) {
    const std::string brings =
        scene.things.empty()
            ? fmt::format("{}, in a turn with a double", entry.written)
            : fmt::format("{} also brings{}{}", entry.written, scene.things.front().name.empty() ? "" : ": ",
                          scene.things.front().name);
    add_scene(scene, entry, book.chapters.size() == first ? title : brings, book);
  }
  if (entry.scenes.empty()) book.chapters.push_back({title, ChapterKind::terms, {}});
  std::vector<dsl::BookLine> head = head_of(entry, parent);
  std::vector<dsl::BookLine>& lines = book.chapters[first].lines;
  lines.insert(lines.begin(), head.begin(), head.end());
  std::vector<dsl::BookLine>& last = book.chapters.back().lines;
  if (!entry.unmet.empty())
    last.push_back(
        {"",
         fmt::format("{} positions of first rounds were played, and none of them {} by itself that:",
                     entry.positions, entry.scenes.empty() ? "shows" : "also shows"),
         {}});
  for (const ChangedThing& thing : entry.unmet) {
    last.push_back({"", sentence_of(thing), {}});
    if (!thing.exactly.empty()) last.push_back({std::string(by_condition), thing.exactly, {}});
  }
  for (const std::string& duty : entry.still) last.push_back({"Still", duty, {}});
}

/// A chapter for each of the rulebook's, so that nobody has to read twenty questions in one.
void add_left(const FileShown& shown, Book& book) {
  for (const dsl::LeftChapter& left : shown.left) {
    const std::string title = shown.parent.empty()
                                  ? fmt::format("Asked and answered: {}", left.title)
                                  : fmt::format("As in {}: {}", dsl::name_marks(shown.parent), left.title);
    Chapter chapter{title, ChapterKind::terms, {}};
    for (const dsl::LeftQuestion& question : left.questions)
      chapter.lines.push_back({"", question.ask + " " + dsl::as_sentence(question.answer), {}});
    for (const std::string& sentence : left.sentences) chapter.lines.push_back({"", sentence, {}});
    book.chapters.push_back(std::move(chapter));
  }
}

}  // namespace

Book book_of(const FileShown& shown) {
  Book book;
  book.title = shown.title;
  book.subtitle = "in scenes";
  book.brief = true;
  if (!shown.parent.empty()) {
    const std::string parent = dsl::name_marks(shown.parent);
    book.intro = shown.entries.empty()
                     ? fmt::format("It is played like {}.", parent)
                     : fmt::format(
                           "Each scene is a table of a round that was played by these rules with few "
                           "tiles, at which they and {} part.",
                           parent);
  }
  int highest = 0;
  Chapter idle{"What changes nothing by itself", ChapterKind::terms, {}};
  Chapter left_out{"Left out, as there is so much of it", ChapterKind::terms, {}};
  for (const ShownEntry& entry : shown.entries) {
    if (!entry.looked_at || entry.changes_nothing()) {
      (entry.looked_at ? idle : left_out).lines.push_back({"", title_of(entry), {}});
      continue;
    }
    add_entry(entry, shown.parent, book);
    for (const Scene& scene : entry.scenes) highest = std::max(highest, scene.highest);
  }
  if (highest > 0) book.picture_parts = hidden_parts(highest);
  for (Chapter* rest : {&idle, &left_out})
    if (!rest->lines.empty()) book.chapters.push_back(std::move(*rest));
  add_left(shown, book);
  return book;
}

}  // namespace roundhouse::replay
