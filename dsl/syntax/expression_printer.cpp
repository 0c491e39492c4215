#include <string>

#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {

namespace {

/// How tightly an expression holds together; a part that holds less than its place asks gets brackets.
/// A choice holds least, so that it stands bare only where something closes it on both sides.
enum class Hold : std::uint8_t { choice, junction, negation, comparison, sum, product, unary, postfix };

Hold hold_of(SyntaxKind kind) {
  switch (kind) {
    case SyntaxKind::choose:
      return Hold::choice;
    case SyntaxKind::logical_and:
    case SyntaxKind::logical_or:
      return Hold::junction;
    case SyntaxKind::logical_not:
      return Hold::negation;
    case SyntaxKind::equal:
    case SyntaxKind::not_equal:
    case SyntaxKind::less:
    case SyntaxKind::less_equal:
    case SyntaxKind::greater:
    case SyntaxKind::greater_equal:
    case SyntaxKind::between:
    case SyntaxKind::has:
      return Hold::comparison;
    case SyntaxKind::add:
    case SyntaxKind::subtract:
      return Hold::sum;
    case SyntaxKind::multiply:
    case SyntaxKind::divide:
    case SyntaxKind::modulo:
      return Hold::product;
    case SyntaxKind::negate:
      return Hold::unary;
    case SyntaxKind::number:
    case SyntaxKind::name:
    case SyntaxKind::member:
    case SyntaxKind::call:
    case SyntaxKind::quantifier:
      return Hold::postfix;
  }
  return Hold::postfix;
}

std::string_view sign_of(SyntaxKind kind) {
  switch (kind) {
    case SyntaxKind::add:
      return " + ";
    case SyntaxKind::subtract:
      return " - ";
    case SyntaxKind::multiply:
      return " * ";
    case SyntaxKind::divide:
      return " / ";
    case SyntaxKind::modulo:
      return " mod ";
    case SyntaxKind::equal:
      return " == ";
    case SyntaxKind::not_equal:
      return " != ";
    case SyntaxKind::less:
      return " < ";
    case SyntaxKind::less_equal:
      return " <= ";
    case SyntaxKind::greater:
      return " > ";
    case SyntaxKind::greater_equal:
      return " >= ";
    case SyntaxKind::has:
      return " has ";
    case SyntaxKind::between:
      return " in ";
    case SyntaxKind::logical_and:
      return " and ";
    case SyntaxKind::logical_or:
      return " or ";
    case SyntaxKind::number:
    case SyntaxKind::name:
    case SyntaxKind::member:
    case SyntaxKind::call:
    case SyntaxKind::negate:
    case SyntaxKind::logical_not:
    case SyntaxKind::choose:
    case SyntaxKind::quantifier:
      return "";
  }
  return "";
}

/// Writes into one text, so that a chain as long as the limits allow costs no copies of its beginning.
class Printer {
 public:
  std::string text;

  void print(const SyntaxNode& node, Hold place) {
    if (hold_of(node.kind) >= place) return print_bare(node);
    text += '(';
    print_bare(node);
    text += ')';
  }

  void print_list(const std::vector<SyntaxNode>& args, std::size_t first) {
    text += '(';
    for (std::size_t i = first; i < args.size(); ++i) {
      if (i > first) text += ", ";
      print(args[i], Hold::choice);
    }
    text += ')';
  }

 private:
  void print_bare(const SyntaxNode& node) {
    switch (node.kind) {
      case SyntaxKind::number:
        text += std::to_string(node.number);
        return;
      case SyntaxKind::name:
        text += node.text;
        return;
      case SyntaxKind::member:
        print_receiver(node.args[0]);
        text += node.text;
        return;
      case SyntaxKind::call:
        if (node.receiver) print_receiver(node.args[0]);
        text += node.text;
        return print_list(node.args, node.receiver ? 1 : 0);
      case SyntaxKind::negate:
        text += '-';
        return print(node.args[0], Hold::unary);
      case SyntaxKind::logical_not:
        text += "not ";
        return print(node.args[0], Hold::negation);
      case SyntaxKind::add:
      case SyntaxKind::subtract:
      case SyntaxKind::multiply:
      case SyntaxKind::divide:
      case SyntaxKind::modulo: {
        // Both chains lean to the left, so only the right part may not be of the same kind.
        const Hold mine = hold_of(node.kind);
        print(node.args[0], mine);
        text += sign_of(node.kind);
        return print(node.args[1], mine == Hold::sum ? Hold::product : Hold::unary);
      }
      case SyntaxKind::equal:
      case SyntaxKind::not_equal:
      case SyntaxKind::less:
      case SyntaxKind::less_equal:
      case SyntaxKind::greater:
      case SyntaxKind::greater_equal:
      case SyntaxKind::has:
      case SyntaxKind::between:
        print(node.args[0], Hold::sum);
        text += sign_of(node.kind);
        print(node.args[1], Hold::sum);
        if (node.kind == SyntaxKind::between) {
          text += "..";
          print(node.args[2], Hold::sum);
        }
        return;
      case SyntaxKind::logical_and:
      case SyntaxKind::logical_or:
        for (std::size_t i = 0; i < node.args.size(); ++i) {
          if (i > 0) text += sign_of(node.kind);
          print(node.args[i], Hold::negation);
        }
        return;
      case SyntaxKind::choose:
        text += "if ";
        print(node.args[0], Hold::choice);
        text += " then ";
        print(node.args[1], Hold::choice);
        text += " else ";
        return print(node.args[2], Hold::choice);
      case SyntaxKind::quantifier:
        return print_quantifier(node);
    }
  }

  void print_receiver(const SyntaxNode& receiver) {
    // `3.x` would read as a decimal.
    if (receiver.kind == SyntaxKind::number) {
      text += '(' + std::to_string(receiver.number) + ')';
    } else {
      print(receiver, Hold::postfix);
    }
    text += '.';
  }

  void print_quantifier(const SyntaxNode& node) {
    text += node.text + '(' + node.variable + " in ";
    print(node.args[0], Hold::sum);
    std::size_t next = 1;
    if (node.has_where) {
      text += " where ";
      print(node.args[next++], Hold::choice);
    }
    if (node.has_of) {
      text += " of ";
      print(node.args[next], Hold::choice);
    }
    text += ')';
  }
};

}  // namespace

std::string print_expression(const SyntaxNode& node) {
  Printer printer;
  printer.print(node, Hold::choice);
  return std::move(printer.text);
}

std::string print_effects(const std::vector<EffectSyntax>& effects) {
  Printer printer;
  for (const EffectSyntax& effect : effects) {
    if (!printer.text.empty()) printer.text += "; ";
    printer.text += effect.name;
    printer.print_list(effect.args, 0);
  }
  return std::move(printer.text);
}

}  // namespace roundhouse::dsl
