#include "tests/support/case_coverage.h"

#include <algorithm>
#include <cctype>

namespace roundhouse::tests {

using dsl::Op;

namespace {

/// Receivers as the cases spell them: a root, or a bound variable named after its type.
dsl::Type type_of_name(std::string_view name) {
  if (name == "p") return dsl::Type::player;
  if (name == "t") return dsl::Type::tile;
  if (name == "e") return dsl::Type::end;
  if (name == "d") return dsl::Type::debt;
  const dsl::RootRow* root = dsl::find_root(name);
  return root == nullptr ? dsl::Type::none : root->type;
}

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const auto letter = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    if (letter(i)) {
      const std::size_t from = i;
      // A dash between letters belongs to the name.
      while (letter(i) || (i < text.size() && text[i] == '-' && letter(i + 1) && i > from)) ++i;
      tokens.emplace_back(text.substr(from, i - from));
    } else if (text[i] == ' ') {
      ++i;
    } else {
      const bool two = i + 1 < text.size() && (text.substr(i, 2) == ".." || text[i + 1] == '=');
      tokens.emplace_back(text.substr(i, two ? 2 : 1));
      i += two ? 2 : 1;
    }
  }
  return tokens;
}

/// The operator that a token shows. Of a minus sign it depends on what stands before it.
const dsl::OpRow* op_of_token(std::string_view token) {
  if (token == "..") return &row(Op::between);
  if (token == "-" || token == "in") return nullptr;
  const auto found = std::find_if(
      dsl::all_operators.begin(), dsl::all_operators.end(),
      [&](const dsl::OpRow& op) { return !op.sign.empty() && op.sign == token && !is_quantifier(op.op); });
  return found == dsl::all_operators.end() ? nullptr : &*found;
}

}  // namespace

void Coverage::expression(const dsl::TypedExpr& e, std::string_view text, Shown shown) {
  thing("op " + std::string(row(e.op).name), shown);
  if (e.op == Op::root) thing("root " + std::string(row(static_cast<dsl::Root>(e.index)).name), shown);
  if (e.op == Op::can) thing("root can", shown);
  if (e.op == Op::truth) thing(e.number != 0 ? "root true" : "root false", shown);
  if (e.op == Op::absent) {
    for (const std::string& token : tokens_of(text)) {
      if (token == "nobody" || token == "nothing") thing("root " + token, shown);
    }
  }
  if (e.op == Op::member) {
    const dsl::MemberRow& word = row(static_cast<dsl::Member>(e.index));
    thing("member " + std::string(type_name(word.of)) + "." + std::string(word.name), shown);
  }
  for (const dsl::TypedExpr& arg : e.args) expression(arg, text, shown);
}

void Coverage::effects(const dsl::CheckedRules&, const std::vector<dsl::TypedEffect>& calls, Shown shown) {
  for (const dsl::TypedEffect& call : calls) thing("effect " + std::string(row(call.id).name), shown);
}

void Coverage::law(std::string_view name, Shown shown) { thing("law " + std::string(name), shown); }

void Coverage::refused(std::string_view text, const std::vector<std::string>& covers, bool effects) {
  for (const std::string& name : covers) thing(name, Shown::refused);
  const std::vector<std::string> tokens = tokens_of(text);
  dsl::Type receiver = dsl::Type::none;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& token = tokens[i];
    const bool after_dot = i > 0 && tokens[i - 1] == ".";
    const bool called = i + 1 < tokens.size() && tokens[i + 1] == "(";
    if (after_dot) {
      const dsl::MemberRow* member = find_member(receiver, token);
      if (member != nullptr) {
        thing("member " + std::string(type_name(member->of)) + "." + token, Shown::refused);
      }
      receiver = member == nullptr ? dsl::Type::none : member->type;
      continue;
    }
    if (token == ".") continue;
    receiver = type_of_name(token);
    if (called && effects && dsl::find_effect(token) != nullptr) thing("effect " + token, Shown::refused);
    if (dsl::find_root(token) != nullptr) thing("root " + token, Shown::refused);
    if (token == "nobody" || token == "nothing") thing("op absent", Shown::refused);
    if (token == "can") thing("op can", Shown::refused);
    if (const dsl::OpRow* op = op_of_token(token)) thing("op " + std::string(op->name), Shown::refused);
    if (token == "-") {
      // Behind a value it takes away, elsewhere it turns the sign.
      const bool binary = i > 0 && (std::isalnum(static_cast<unsigned char>(tokens[i - 1].back())) != 0 ||
                                    tokens[i - 1] == ")");
      thing("op " + std::string(row(binary ? Op::subtract : Op::negate).name), Shown::refused);
    }
    if (called && dsl::find_quantifier(token) != nullptr) thing("op " + token, Shown::refused);
  }
}

std::vector<std::string> Coverage::missing() const {
  std::set<std::string> things;
  for (const dsl::RootRow& root : dsl::all_roots()) things.insert("root " + std::string(root.name));
  for (const dsl::MemberRow& member : dsl::all_members()) {
    things.insert("member " + std::string(type_name(member.of)) + "." + std::string(member.name));
  }
  for (const dsl::OpRow& op : dsl::all_operators) things.insert("op " + std::string(op.name));
  for (const dsl::EffectRow& effect : dsl::all_effects()) things.insert("effect " + std::string(effect.name));
  for (const dsl::LawRow& law : dsl::all_laws()) things.insert("law " + std::string(law.name));

  std::vector<std::string> missing;
  for (const std::string& name : things) {
    const auto found = seen_.find(name);
    const auto shown = [&](Shown how) { return found != seen_.end() && found->second.contains(how); };
    if (!shown(Shown::held)) missing.push_back(name + ": no case that holds");
    if (!shown(Shown::not_held)) missing.push_back(name + ": no case that does not hold");
    if (!shown(Shown::refused)) missing.push_back(name + ": no case that is refused");
  }
  for (const auto& [name, how] : seen_) {
    if (!things.contains(name)) missing.push_back(name + ": there is no such thing");
  }
  return missing;
}

}  // namespace roundhouse::tests
