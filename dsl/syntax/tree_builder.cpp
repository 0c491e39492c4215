#include "dsl/syntax/tree_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "dsl/base/arithmetic.h"
#include "dsl/base/search.h"
#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {

namespace {

/// `values` under one operator, or the only one as it is.
SyntaxNode joined(Op op, std::vector<SyntaxNode> values) {
  if (values.size() == 1) return std::move(values.front());
  SyntaxNode node;
  node.kind = SyntaxKind::operation;
  node.op = op;
  node.where = {values.front().where.file, values.front().where.begin, values.back().where.end};
  node.args = std::move(values);
  return node;
}

/// a and b or c and d, held together by `inner` first: (a and b) or (c and d).
SyntaxNode grouped(Op outer, Op inner, const std::vector<SyntaxNode>& values,
                   const std::vector<Op>& operators) {
  std::vector<SyntaxNode> groups;
  std::vector<SyntaxNode> group = {values.front()};
  for (std::size_t i = 0; i < operators.size(); ++i) {
    if (operators[i] == outer) {
      groups.push_back(joined(inner, std::exchange(group, {})));
    }
    group.push_back(values[i + 1]);
  }
  groups.push_back(joined(inner, std::move(group)));
  return joined(outer, std::move(groups));
}

}  // namespace

TreeBuilder::Level::Level(TreeBuilder& builder, std::size_t offset) : builder_(builder) {
  // Counted before it is compared, because the destructor does not run when this throws.
  if (builder.depth_ >= max_expression_depth) {
    builder.mistakes.push_back(
        {ExpressionCode::expression_too_deep, offset, offset + 1,
         "this is nested more than " + std::to_string(max_expression_depth) + " levels deep", "",
         "give its inner parts names of their own under 'words'"});
    throw LimitReached{};
  }
  ++builder.depth_;
}

Span TreeBuilder::span_of(std::string_view part) const {
  const std::size_t begin = offset_of(part.data());
  return {{}, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + part.size())};
}

SyntaxNode TreeBuilder::make_node(SyntaxKind kind, std::string_view part) {
  if (++nodes_ > max_expression_nodes) {
    const std::size_t begin = offset_of(part.data());
    mistakes.push_back({ExpressionCode::expression_too_big, begin,
                        begin + std::max<std::size_t>(part.size(), 1),
                        "this expression has more than " + std::to_string(max_expression_nodes) + " parts",
                        "a part is a number, a name or an operator",
                        "give some of its parts names of their own under 'words'"});
    throw LimitReached{};
  }
  SyntaxNode node;
  node.kind = kind;
  node.where = span_of(part);
  return node;
}

SyntaxNode TreeBuilder::make_operation(Op op, std::string_view part) {
  SyntaxNode node = make_node(SyntaxKind::operation, part);
  node.op = op;
  return node;
}

std::vector<SyntaxNode> TreeBuilder::take_values(std::size_t first) {
  const auto from = values_.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<SyntaxNode> taken(std::make_move_iterator(from), std::make_move_iterator(values_.end()));
  values_.erase(from, values_.end());
  return taken;
}

void TreeBuilder::push_number(std::string_view digits) {
  SyntaxNode node = make_node(SyntaxKind::number, digits);
  for (const char digit : digits) {
    node.number = node.number * 10 + (digit - '0');
    if (node.number > greatest_number) {
      mistakes.push_back({ExpressionCode::number_too_large, node.where.begin, node.where.end,
                          "this number is greater than 1,000,000,000", "numbers stop there",
                          "use a smaller one"});
      node.number = greatest_number;
      break;
    }
  }
  values_.push_back(std::move(node));
}

bool TreeBuilder::push_name(std::string_view name) {
  if (is_operator_word(name) || find_quantifier(name) != nullptr) return false;
  SyntaxNode node = make_node(SyntaxKind::name, name);
  node.text = name;
  node.text_where = node.where;
  values_.push_back(std::move(node));
  return true;
}

bool TreeBuilder::make_member(std::string_view name) {
  if (is_operator_word(name)) return false;
  SyntaxNode node = make_node(SyntaxKind::member, name);
  node.text = name;
  node.text_where = node.where;
  node.where.begin = values_.back().where.begin;
  node.args = take_values(values_.size() - 1);
  values_.push_back(std::move(node));
  return true;
}

bool TreeBuilder::begin_effect(std::string_view name) {
  if (is_operator_word(name) || find_quantifier(name) != nullptr) return false;
  EffectSyntax effect;
  effect.name = name;
  effect.name_where = span_of(name);
  effect.where = effect.name_where;
  effects_.push_back(std::move(effect));
  return true;
}

void TreeBuilder::end_group(std::string_view bracket) {
  SyntaxNode& inside = values_.back();
  inside.bracketed = true;
  inside.where.begin = static_cast<std::uint32_t>(opened_.back().begin);
  inside.where.end = span_of(bracket).end;
  opened_.pop_back();
}

void TreeBuilder::end_call(std::string_view bracket) {
  const std::size_t first = opened_.back().values;
  opened_.pop_back();
  std::vector<SyntaxNode> args = take_values(first);
  if (values_.empty()) {  // at the bottom stands no value but the effect itself
    effects_.back().args = std::move(args);
    effects_.back().where.end = span_of(bracket).end;
    return;
  }
  SyntaxNode& callee = values_.back();
  callee.receiver = callee.kind == SyntaxKind::member;
  callee.kind = SyntaxKind::call;
  callee.where.end = span_of(bracket).end;
  std::move(args.begin(), args.end(), std::back_inserter(callee.args));
}

void TreeBuilder::combine(Op op, std::size_t parts, std::string_view written) {
  SyntaxNode node = make_operation(op, written);
  node.args = take_values(values_.size() - parts);
  node.where.begin = std::min(node.where.begin, node.args.front().where.begin);
  node.where.end = node.args.back().where.end;  // not `written`, which ends after blanks
  values_.push_back(std::move(node));
}

// --- levels ---

void TreeBuilder::note_operator(Op op, std::string_view written) {
  levels_.back().operators.push_back({op, offset_of(written.data())});
}

void TreeBuilder::end_comparison() {
  const OperatorLevel level = std::move(levels_.back());
  levels_.pop_back();
  if (level.operators.empty()) return;
  std::vector<SyntaxNode> values = take_values(level.values);
  std::vector<SyntaxNode> comparisons;
  std::size_t next = 1;
  SyntaxNode left = std::move(values.front());
  for (const Operator& sign : level.operators) {
    const std::size_t parts = row(sign.op).form == Form::range ? 2 : 1;
    SyntaxNode node = make_operation(sign.op, text_.substr(sign.begin, 1));
    node.args.push_back(std::exchange(left, {}));
    for (std::size_t i = 0; i < parts; ++i) node.args.push_back(std::move(values[next++]));
    node.where = {{}, node.args.front().where.begin, node.args.back().where.end};
    // In `a in 1..3 == b` the next comparison is surely about `a` again.
    if (next < values.size()) left = node.args[parts == 2 ? 0 : 1];
    comparisons.push_back(std::move(node));
  }
  const std::size_t count = comparisons.size();
  SyntaxNode all = joined(Op::logical_and, std::move(comparisons));
  if (count > 1) {
    const Operator& second = level.operators[1];
    mistakes.push_back(
        {ExpressionCode::chained_comparison,
         second.begin,
         second.begin + row(second.op).sign.size(),
         "two comparisons cannot be chained",
         "each comparison has two sides and gives true or false",
         "write two comparisons with 'and' between them",
         {{level.operators[0].begin, level.operators[0].begin + row(level.operators[0].op).sign.size(),
           "the first one"}}});
    // Beside anything but brackets and other parts of an `and` it takes brackets to be one value.
    constexpr std::string_view blanks = " \t\r\n";
    std::string_view before = text_.substr(0, all.where.begin);
    std::string_view behind = text_.substr(all.where.end);
    before = before.substr(0, before.find_last_not_of(blanks) + 1);
    behind.remove_prefix(std::min(behind.find_first_not_of(blanks), behind.size()));
    const bool stands_apart = (before.empty() || before.ends_with('(') || before.ends_with("and")) &&
                              (behind.empty() || behind.starts_with(')') || behind.starts_with("and"));
    const std::string written = quotable(print_expression(all));
    const std::string pair = stands_apart ? written : "(" + written + ")";
    suggest_fix(mistakes.back(), {all.where.begin, all.where.end, pair, "write '" + pair + "'"});
    all.bracketed = true;  // one value, whatever stands round it
  }
  values_.push_back(std::move(all));
}

void TreeBuilder::end_junction() {
  const OperatorLevel level = std::move(levels_.back());
  levels_.pop_back();
  if (level.operators.empty()) return;
  std::vector<SyntaxNode> values = take_values(level.values);
  const Op first = level.operators.front().op;
  const auto other = find_if(level.operators, [&](const Operator& sign) { return sign.op != first; });
  make_operation(first, text_.substr(level.operators.front().begin, 1));  // counted, like every operator
  if (other == level.operators.end()) {
    values_.push_back(joined(first, std::move(values)));
    return;
  }
  std::vector<Op> operators;
  for (const Operator& sign : level.operators) operators.push_back(sign.op);
  SyntaxNode one = grouped(Op::logical_or, Op::logical_and, values, operators);
  const SyntaxNode two = grouped(Op::logical_and, Op::logical_or, values, operators);
  const Operator& begin = level.operators.front();
  mistakes.push_back({ExpressionCode::mixed_and_or,
                      other->begin,
                      other->begin + row(other->op).sign.size(),
                      "'and' and 'or' are mixed without brackets",
                      "readers disagree about which of them holds tighter",
                      "put brackets round what is to hold together",
                      {{begin.begin, begin.begin + row(begin.op).sign.size(),
                        "here it begins with '" + std::string(row(begin.op).sign) + "'"}}});
  // The two differ in brackets alone, so that what is tried of one holds of the other.
  const std::string first_way = quotable(print_expression(one));
  suggest_fix(mistakes.back(),
              {one.where.begin, one.where.end, first_way,
               "write '" + first_way + "' or '" + quotable(print_expression(two)) + "', whichever is meant"});
  values_.push_back(std::move(one));
}

// --- quantifiers ---

bool TreeBuilder::begin_quantifier(std::string_view word) {
  if (find_quantifier(word) == nullptr) return false;
  quantifiers_.push_back({word, {}});
  return true;
}

void TreeBuilder::begin_each(std::string_view word) {
  open_each_.push_back(effects_.size());
  EffectSyntax effect;
  effect.name = word;
  effect.name_where = span_of(word);
  effect.where = effect.name_where;
  effects_.push_back(std::move(effect));
  quantifiers_.push_back({word, {}});
}

/// The set and the condition leave the stack, so that at its bottom stands no value but the effects inside.
void TreeBuilder::end_each_head(std::string_view do_word) {
  const OpenQuantifier open = quantifiers_.back();
  quantifiers_.pop_back();
  SyntaxNode node = make_node(SyntaxKind::quantifier, open.word);
  node.op = Op::any;
  node.text = open.word;
  node.text_where = node.where;
  node.variable = open.variable;
  node.variable_where = span_of(open.variable);
  node.has_where = open.has_where;
  node.where.end = span_of(do_word).begin;
  node.args = take_values(values_.size() - 1 - (open.has_where ? 1 : 0));
  effects_[open_each_.back()].args.push_back(std::move(node));
}

void TreeBuilder::end_each(std::string_view bracket) {
  EffectSyntax& effect = effects_[open_each_.back()];
  effect.inner = effects_.size() - 1 - open_each_.back();
  effect.where.end = span_of(bracket).end;
  open_each_.pop_back();
}

bool TreeBuilder::name_variable(std::string_view name) {
  if (is_operator_word(name) || find_quantifier(name) != nullptr) return false;
  quantifiers_.back().variable = name;
  return true;
}

void TreeBuilder::end_quantifier(std::string_view bracket) {
  const OpenQuantifier open = quantifiers_.back();
  quantifiers_.pop_back();
  SyntaxNode node = make_node(SyntaxKind::quantifier, open.word);
  node.op = find_quantifier(open.word)->op;
  node.text = open.word;
  node.text_where = node.where;
  node.variable = open.variable;
  node.variable_where = span_of(open.variable);
  node.has_where = open.has_where;
  node.has_of = open.has_of;
  node.where.end = span_of(bracket).end;
  node.args = take_values(values_.size() - 1 - (open.has_where ? 1 : 0) - (open.has_of ? 1 : 0));
  check_quantifier(node);
  values_.push_back(std::move(node));
}

void TreeBuilder::check_quantifier(const SyntaxNode& node) {
  const bool asks = row(node.op).form == Form::asking;
  const bool counts = asks || row(node.op).form == Form::counting;
  const std::string head =
      node.text + "(" + node.variable + " in " + quotable(print_expression(node.args[0]), 60);
  const std::string where =
      node.has_where ? " where " + quotable(print_expression(node.args[1]), 100) : std::string();
  if (counts && node.has_of) {
    const SyntaxNode& worth = node.args.back();
    mistakes.push_back(
        {ExpressionCode::quantifier_of, worth.where.begin, worth.where.end, "'" + node.text + "' has no 'of'",
         node.text + (asks ? " is true or false: it asks 'where'" : " counts how many there are"),
         asks ? "it asks a condition after 'where'" : "'sum' adds what they are worth together"});
    const bool is_condition = asks && !node.has_where;
    const std::string written =
        is_condition ? head + " where " + quotable(print_expression(worth), 100) + ")" : head + where + ")";
    suggest_fix(mistakes.back(), {node.where.begin, node.where.end, written,
                                  "write '" + written +
                                      (is_condition ? "'" : "', or 'sum' for what they are worth together")});
    return;
  }
  if (asks && !node.has_where) {
    mistakes.push_back({ExpressionCode::quantifier_where, node.where.begin, node.where.end,
                        "'" + node.text + "' asks nothing of '" + node.variable + "'",
                        "'" + node.text + "' needs a condition after 'where'",
                        "write '" + head + " where ...)'"});
  }
  if (!counts && !node.has_of) {
    mistakes.push_back(
        {ExpressionCode::quantifier_of, node.where.begin, node.where.end,
         "'" + node.text + "' does not say of what",
         "'" + node.text + "' needs a number after 'of', worked out for each '" + node.variable + "'",
         "write '" + head + where + " of ...)'"});
  }
}

}  // namespace roundhouse::dsl
