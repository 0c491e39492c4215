#include "dsl/compile/add_conditions.h"

#include "dsl/compile/expression_compiler.h"

namespace roundhouse::dsl {

std::vector<NodeRef> add_conditions(const CheckedRules& rules, Program& program,
                                    const std::vector<const TypedExpr*>& conditions) {
  ExpressionCompiler compiler(rules, program);
  std::vector<NodeRef> nodes;
  nodes.reserve(conditions.size());
  for (const TypedExpr* condition : conditions) nodes.push_back(compiler.compile(*condition));
  return nodes;
}

}  // namespace roundhouse::dsl
