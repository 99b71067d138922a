/**
 * The handler of a definition, in any of the forms it may take.
 *
 * Ground. `async function handler(…)`, `const handler = async (…) => …`, and `export default` of either.
 * Source: "Skill Schema & Validation", definition; specification "Execution", Handler.
 */
import type { AnyNode, Program } from 'acorn'

/** Why there is no usable handler, and at which node; undefined when there is one. */
export function whyNotHandler(tree: Program): { message: string; node: AnyNode } | undefined {
  const handler = findHandler(tree)
  if (!handler) return { message: 'handler function not found', node: tree }
  if (!('async' in handler)) return { message: 'handler must be an async function', node: handler }
  if (handler.generator) return { message: 'handler must not be a generator', node: handler }
  return handler.async ? undefined : { message: 'handler must be an async function', node: handler }
}

function findHandler(tree: Program): AnyNode | undefined {
  const declared = tree.body.flatMap(declarationsOf)
  const named = (name: string) => declared.find((each) => each.name === name)?.value
  for (const statement of tree.body) {
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement
      return declaration.type === 'Identifier' ? named(declaration.name) : declaration
    }
  }
  return named('handler')
}

/** What the top level declares, exported or not: names and the functions behind them. */
export function declarationsOf(statement: AnyNode): { name: string; value: AnyNode }[] {
  if (statement.type === 'ExportNamedDeclaration') {
    return statement.declaration ? declarationsOf(statement.declaration) : []
  }
  if (statement.type === 'ExportDefaultDeclaration') return declarationsOf(statement.declaration)
  if (statement.type === 'FunctionDeclaration') {
    return statement.id ? [{ name: statement.id.name, value: statement }] : []
  }
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [{ name: id.name, value: init }] : [],
  )
}
