/**
 * The names a module uses and does not declare: what it takes from its surroundings.
 *
 * Ground. A local variable called `require` is nobody's business; `require` from outside is. Scopes are
 * those of ECMAScript modules (strict: functions in blocks belong to their block).
 */
import type { AnyNode, Identifier, Program, VariableDeclaration } from 'acorn'
import { childrenOf, namesOf } from './syntax-tree.ts'

type Scope = ReadonlySet<string>

/** Every reference to an undeclared name, in the order of the text. */
export function freeNames(tree: Program): Identifier[] {
  const found: Identifier[] = []

  function visit(node: AnyNode, scopes: readonly Scope[]): void {
    if (node.type === 'Identifier') {
      if (!scopes.some((scope) => scope.has(node.name))) found.push(node)
      return
    }
    const declared = declaredIn(node)
    const inside = declared.size > 0 ? [...scopes, declared] : scopes
    const labels = notReferences(node)
    for (const child of childrenOf(node)) if (!labels.includes(child)) visit(child, inside)
  }

  visit(tree, [])
  return found
}

/** What a node declares for everything inside it. */
function declaredIn(node: AnyNode): Set<string> {
  const names = new Set<string>()
  const add = (each: readonly string[]) => {
    for (const name of each) names.add(name)
  }
  if (isFunction(node)) {
    add(node.params.flatMap(namesOf))
    if (node.type !== 'ArrowFunctionExpression') add(['arguments'])
    if (node.type === 'FunctionExpression') add(namesOf(node.id))
    add(hoisted(node.body))
  }
  if (node.type === 'ClassExpression') add(namesOf(node.id))
  if (node.type === 'CatchClause') add(namesOf(node.param))
  if (node.type === 'ForStatement' && node.init?.type === 'VariableDeclaration') add(declaredBy(node.init))
  if (
    (node.type === 'ForInStatement' || node.type === 'ForOfStatement') &&
    node.left.type === 'VariableDeclaration'
  ) {
    add(declaredBy(node.left))
  }
  if (node.type === 'Program') add(hoisted(node))
  for (const statement of statementsOf(node)) add(declaredByStatement(statement))
  return names
}

function isFunction(node: AnyNode) {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

function statementsOf(node: AnyNode): AnyNode[] {
  if (node.type === 'SwitchStatement') return node.cases.flatMap(({ consequent }) => consequent)
  return node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock'
    ? node.body
    : []
}

function declaredByStatement(statement: AnyNode): string[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return declaredBy(statement)
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return namesOf(statement.id)
    case 'ExportNamedDeclaration':
      return statement.declaration ? declaredByStatement(statement.declaration) : []
    case 'ExportDefaultDeclaration':
      return declaredByStatement(statement.declaration)
    case 'ImportDeclaration':
      return statement.specifiers.map(({ local }) => local.name)
    default:
      return []
  }
}

function declaredBy({ declarations }: VariableDeclaration): string[] {
  return declarations.flatMap(({ id }) => namesOf(id))
}

/** Names of `var`, which belong to the whole function they stand in. */
function hoisted(node: AnyNode): string[] {
  const own = node.type === 'VariableDeclaration' && node.kind === 'var' ? declaredBy(node) : []
  return [...own, ...childrenOf(node).flatMap((child) => (isFunction(child) ? [] : hoisted(child)))]
}

/** Identifiers that only name a property, a label or an export. */
function notReferences(node: AnyNode): (AnyNode | null | undefined)[] {
  switch (node.type) {
    case 'MemberExpression':
      return node.computed ? [] : [node.property]
    case 'Property':
      // In `{ a }` key and value are one node, and the value counts.
      return node.computed || node.shorthand ? [] : [node.key]
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return node.computed ? [] : [node.key]
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return [node.label]
    case 'MetaProperty':
      return [node.meta, node.property]
    case 'ExportSpecifier':
      return [node.exported]
    case 'ImportSpecifier':
      return [node.imported]
    default:
      return []
  }
}
