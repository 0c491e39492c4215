#include "tests/support/case_file.h"

#include <sstream>
#include <stdexcept>

namespace roundhouse::tests {
namespace {

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(' ');
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(' ') - from + 1));
}

/// The text before and behind the last `mark`, trimmed; false where it is not there.
bool split(std::string_view text, std::string_view mark, std::string& before, std::string& behind) {
  const auto at = text.rfind(mark);
  if (at == std::string_view::npos) return false;
  const std::string rest = trimmed(text.substr(at + mark.size()));
  before = trimmed(text.substr(0, at));
  behind = rest;
  return true;
}

class Reader {
 public:
  explicit Reader(const std::string& name) { file_.name = name; }

  CaseFile read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      const bool indented = line.starts_with("  ");
      if (in_rules_ && (indented || line.empty())) {
        file_.scenarios.back().yaml += (indented ? line.substr(2) : line) + "\n";
        continue;
      }
      in_rules_ = false;
      const std::string words = trimmed(line);
      if (words.empty() || words[0] == '#') continue;
      if (words.find(" => ") != std::string::npos || words.find(" !! ") != std::string::npos) {
        read_case(words);
      } else {
        read_statement(words);
      }
    }
    return std::move(file_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::runtime_error(file_.name + ":" + std::to_string(line_) + ": " + what);
  }

  void read_statement(const std::string& words) {
    const std::string verb = words.substr(0, words.find(' '));
    const std::string text = trimmed(std::string_view(words).substr(verb.size()));
    if (verb == "rules") {
      file_.scenarios.emplace_back();
      in_rules_ = true;
      return;
    }
    if (file_.scenarios.empty()) refuse("there are no rules yet");
    Scenario& scenario = file_.scenarios.back();
    if (verb == "players") {
      scenario.players = std::stoi(text);
    } else if (verb == "ages") {
      std::istringstream ages(text);
      for (int age = 0; ages >> age;) scenario.ages.push_back(age);
    } else if (verb == "hand" || verb == "setup" || verb == "begin" || verb == "act") {
      scenario.steps.push_back({verb, text});
    } else if (verb == "rule" || verb == "after" || verb == "starter") {
      CaseGroup& group = open_group(verb);
      group.act = text;
      split(text, ": ", group.event, group.act);
    } else {
      refuse("not understood: " + words);
    }
  }

  CaseGroup& open_group(const std::string& site) {
    CaseGroup group;
    group.scenario = file_.scenarios.size() - 1;
    group.steps = file_.scenarios.back().steps.size();
    group.site = site;
    group.line = line_;
    file_.groups.push_back(group);
    return file_.groups.back();
  }

  void read_case(const std::string& words) {
    Case made;
    made.line = line_;
    if (!split(words, " => ", made.text, made.gives)) {
      split(words, " !! ", made.text, made.code);
      std::string covers;
      if (split(made.code, " for ", made.code, covers)) {
        std::istringstream names(covers);
        for (std::string name; std::getline(names, name, ',');) made.covers.push_back(trimmed(name));
      }
    }
    if (made.text.starts_with("law ")) {
      made.text = trimmed(made.text.substr(4));
      made.law = true;
      if (file_.scenarios.empty()) refuse("there are no rules yet");
      const CaseGroup* last = file_.groups.empty() ? nullptr : &file_.groups.back();
      const bool goes_on = last != nullptr && last->site == "law" &&
                           last->scenario == file_.scenarios.size() - 1 &&
                           last->steps == file_.scenarios.back().steps.size();
      (goes_on ? file_.groups.back() : open_group("law")).cases.push_back(made);
      return;
    }
    if (file_.groups.empty() || file_.groups.back().site == "law" ||
        file_.groups.back().scenario != file_.scenarios.size() - 1) {
      refuse("it is not said where this case stands");
    }
    if (made.text.starts_with("do ")) {
      made.effects = true;
      made.text = trimmed(made.text.substr(3));
      if (!made.gives.empty() && !split(made.text, " then ", made.text, made.then))
        refuse("'then' is missing");
    }
    file_.groups.back().cases.push_back(made);
  }

  CaseFile file_;
  int line_ = 0;
  bool in_rules_ = false;
};

}  // namespace

CaseFile read_case_file(const std::string& name, std::string_view text) { return Reader(name).read(text); }

}  // namespace roundhouse::tests
