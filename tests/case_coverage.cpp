#include "tests/case_coverage.h"

#include <cctype>

namespace roundhouse::tests {

using dsl::Op;

namespace {

constexpr Op last_op = Op::best;

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

std::string_view op_of_token(std::string_view token) {
  static const std::map<std::string_view, std::string_view> ops{
      {"and", "and"}, {"or", "or"},   {"not", "not"},    {"==", "=="}, {"!=", "!="}, {"<", "<"},
      {"<=", "<="},   {">", ">"},     {">=", ">="},      {"+", "+"},   {"*", "*"},   {"/", "/"},
      {"mod", "mod"}, {"has", "has"}, {"..", "in a..b"}, {"if", "if"}};
  const auto found = ops.find(token);
  return found == ops.end() ? std::string_view{} : found->second;
}

}  // namespace

std::string_view op_name(Op op) {
  switch (op) {
    case Op::number:
      return "number";
    case Op::truth:
      return "truth value";
    case Op::name:
      return "name";
    case Op::absent:
      return "absent";
    case Op::root:
      return "root";
    case Op::member:
      return "member";
    case Op::can:
      return "can";
    case Op::option:
      return "option";
    case Op::table:
      return "table";
    case Op::fact:
      return "fact";
    case Op::train_of:
      return "train";
    case Op::word:
      return "word";
    case Op::variable:
      return "variable";
    case Op::negate:
      return "-a";
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::modulo:
      return "mod";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::between:
      return "in a..b";
    case Op::has:
      return "has";
    case Op::logical_not:
      return "not";
    case Op::logical_and:
      return "and";
    case Op::logical_or:
      return "or";
    case Op::choose:
      return "if";
    case Op::any:
      return "any";
    case Op::all:
      return "all";
    case Op::count:
      return "count";
    case Op::sum:
      return "sum";
    case Op::max:
      return "max";
    case Op::min:
      return "min";
    case Op::sole:
      return "sole";
    case Op::best:
      return "best";
  }
  return {};
}

void Coverage::expression(const dsl::TypedExpr& e, std::string_view text, Shown shown) {
  thing("op " + std::string(op_name(e.op)), shown);
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
    if (!op_of_token(token).empty()) thing("op " + std::string(op_of_token(token)), Shown::refused);
    if (token == "-") {
      // Behind a value it takes away, elsewhere it turns the sign.
      const bool binary = i > 0 && (std::isalnum(static_cast<unsigned char>(tokens[i - 1].back())) != 0 ||
                                    tokens[i - 1] == ")");
      thing(binary ? "op -" : "op -a", Shown::refused);
    }
    for (int op = static_cast<int>(Op::any); called && op <= static_cast<int>(last_op); ++op) {
      if (token == op_name(static_cast<Op>(op))) thing("op " + token, Shown::refused);
    }
  }
}

std::vector<std::string> Coverage::missing() const {
  std::set<std::string> things;
  for (const dsl::RootRow& root : dsl::all_roots()) things.insert("root " + std::string(root.name));
  for (const dsl::MemberRow& member : dsl::all_members()) {
    things.insert("member " + std::string(type_name(member.of)) + "." + std::string(member.name));
  }
  for (int op = 0; op <= static_cast<int>(last_op); ++op) {
    things.insert("op " + std::string(op_name(static_cast<Op>(op))));
  }
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
