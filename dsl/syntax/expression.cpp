#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {

SyntaxNode::SyntaxNode() = default;
SyntaxNode::~SyntaxNode() = default;
SyntaxNode::SyntaxNode(const SyntaxNode&) = default;
SyntaxNode::SyntaxNode(SyntaxNode&&) noexcept = default;
SyntaxNode& SyntaxNode::operator=(const SyntaxNode&) = default;
SyntaxNode& SyntaxNode::operator=(SyntaxNode&&) noexcept = default;

}  // namespace roundhouse::dsl
