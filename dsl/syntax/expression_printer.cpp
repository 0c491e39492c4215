#include <span>
#include <string>

#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {

namespace {

/// A choice holds least, so that it stands bare only where something closes it on both sides.
Precedence grip_of(const SyntaxNode& node) {
  return node.kind == SyntaxKind::operation ? row(node.op).precedence : Precedence::atom;
}

/// Writes into one text, so that a chain as long as the limits allow costs no copies of its beginning.
class Printer {
 public:
  std::string text;

  void print(const SyntaxNode& node, Precedence place) {
    if (grip_of(node) >= place) return print_bare(node);
    text += '(';
    print_bare(node);
    text += ')';
  }

  /// Of a quantifier all up to its `of`; the index of the next argument.
  std::size_t print_head(const SyntaxNode& node) {
    text += node.text + '(' + node.variable + " in ";
    print(node.args[0], Precedence::sum);
    if (!node.has_where) return 1;
    text += " where ";
    print(node.args[1], Precedence::choice);
    return 2;
  }

  void print_effects(std::span<const EffectSyntax> effects) {
    for (std::size_t i = 0; i < effects.size(); ++i) {
      if (i > 0) text += "; ";
      const EffectSyntax& effect = effects[i];
      if (effect.inner == 0) {
        text += effect.name;
        print_list(effect.args, 0);
        continue;
      }
      print_head(effect.args[0]);
      text += " do ";
      print_effects(effects.subspan(i + 1, effect.inner));
      text += ')';
      i += effect.inner;
    }
  }

  void print_list(const std::vector<SyntaxNode>& args, std::size_t first) {
    text += '(';
    for (std::size_t i = first; i < args.size(); ++i) {
      if (i > first) text += ", ";
      print(args[i], Precedence::choice);
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
      case SyntaxKind::operation:
        return print_operation(node);
      case SyntaxKind::quantifier:
        return print_quantifier(node);
    }
  }

  void print_operation(const SyntaxNode& node) {
    const OpRow& op = row(node.op);
    switch (op.form) {
      case Form::prefix:
        text += op.sign;
        if (op.precedence != Precedence::sign) text += ' ';
        return print(node.args[0], op.precedence);
      case Form::infix:
        print(node.args[0], of_left_part(op));
        print_sign(op);
        return print(node.args[1], of_right_part(op));
      case Form::comparison:
      case Form::property:
      case Form::range:
        print(node.args[0], Precedence::sum);
        print_sign(op);
        print(node.args[1], Precedence::sum);
        if (op.form != Form::range) return;
        text += "..";
        return print(node.args[2], Precedence::sum);
      case Form::junction:
        for (std::size_t i = 0; i < node.args.size(); ++i) {
          if (i > 0) print_sign(op);
          print(node.args[i], Precedence::negation);
        }
        return;
      case Form::choice:
        text += "if ";
        print(node.args[0], Precedence::choice);
        text += " then ";
        print(node.args[1], Precedence::choice);
        text += " else ";
        return print(node.args[2], Precedence::choice);
      case Form::plain:
      case Form::asking:
      case Form::counting:
      case Form::measuring:
        return;
    }
  }

  void print_sign(const OpRow& op) {
    text += ' ';
    text += op.sign;
    text += ' ';
  }

  void print_receiver(const SyntaxNode& receiver) {
    // `3.x` would read as a decimal.
    if (receiver.kind == SyntaxKind::number) {
      text += '(' + std::to_string(receiver.number) + ')';
    } else {
      print(receiver, Precedence::atom);
    }
    text += '.';
  }

  void print_quantifier(const SyntaxNode& node) {
    std::size_t next = print_head(node);
    if (node.has_of) {
      text += " of ";
      print(node.args[next], Precedence::choice);
    }
    text += ')';
  }
};

}  // namespace

std::string print_expression(const SyntaxNode& node) {
  Printer printer;
  printer.print(node, Precedence::choice);
  return std::move(printer.text);
}

std::string print_effects(const std::vector<EffectSyntax>& effects) {
  Printer printer;
  printer.print_effects(effects);
  return std::move(printer.text);
}

SyntaxNode::SyntaxNode() = default;
SyntaxNode::~SyntaxNode() = default;
SyntaxNode::SyntaxNode(const SyntaxNode&) = default;
SyntaxNode::SyntaxNode(SyntaxNode&&) noexcept = default;
SyntaxNode& SyntaxNode::operator=(const SyntaxNode&) = default;
SyntaxNode& SyntaxNode::operator=(SyntaxNode&&) noexcept = default;

}  // namespace roundhouse::dsl
