import type { AnyNode, Identifier, Program, VariableDeclaration } from 'acorn'
import { listBoundNames, listChildNodes, staticKey } from './syntax-tree.ts'

type DangerousUse = { name: 'eval' | 'Function' | 'require' | 'import'; node: AnyNode }

const FORBIDDEN = ['eval', 'Function', 'require'] as const
const GLOBALS = ['globalThis', 'self', 'window', 'global']

export function dangerousUses(tree: Program): DangerousUse[] {
  const free = freeNames(tree)
  const uses: DangerousUse[] = free.flatMap((node) => isForbidden(node.name).map((name) => ({ name, node })))
  const globals = new Set<AnyNode>(free.filter(({ name }) => GLOBALS.includes(name)))

  function visit(node: AnyNode): void {
    if (isImport(node)) uses.push({ name: 'import', node })
    if (node.type === 'MemberExpression') {
      const key = staticKey(node.property, node.computed)
      // globalThis.eval, self['Function']
      if (globals.has(node.object)) uses.push(...isForbidden(key).map((name) => ({ name, node })))
      // (async () => {}).constructor and x.constructor.constructor are Function.
      if (key === 'constructor' && isFunctionConstructor(node.object)) uses.push({ name: 'Function', node })
    }
    // const { eval: run } = globalThis
    if (
      node.type === 'VariableDeclarator' &&
      node.init &&
      globals.has(node.init) &&
      node.id.type === 'ObjectPattern'
    ) {
      for (const property of node.id.properties) {
        const key = property.type === 'Property' ? staticKey(property.key, property.computed) : undefined
        uses.push(...isForbidden(key).map((name) => ({ name, node: property as AnyNode })))
      }
    }
    listChildNodes(node).forEach(visit)
  }

  visit(tree)
  return uses
}

function isForbidden(name: string | undefined): (typeof FORBIDDEN)[number][] {
  return FORBIDDEN.filter((each) => each === name)
}

function isImport(node: AnyNode): boolean {
  if (node.type === 'MetaProperty') return node.meta.name === 'import'
  if (node.type === 'ExportNamedDeclaration') return Boolean(node.source)
  return ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration'].includes(node.type)
}

function isFunctionConstructor(node: AnyNode): boolean {
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return true
  return node.type === 'MemberExpression' && staticKey(node.property, node.computed) === 'constructor'
}

type Scope = ReadonlySet<string>

/** Names that the code does not declare. Scopes are those of ECMAScript modules. */
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
    for (const child of listChildNodes(node)) if (!labels.includes(child)) visit(child, inside)
  }

  visit(tree, [])
  return found
}

function declaredIn(node: AnyNode): Set<string> {
  const names = new Set<string>()
  const add = (each: readonly string[]) => {
    for (const name of each) names.add(name)
  }
  if (isFunction(node)) {
    add(node.params.flatMap(listBoundNames))
    if (node.type !== 'ArrowFunctionExpression') add(['arguments'])
    if (node.type === 'FunctionExpression') add(listBoundNames(node.id))
    add(hoistedNames(node.body))
  }
  if (node.type === 'ClassExpression') add(listBoundNames(node.id))
  if (node.type === 'CatchClause') add(listBoundNames(node.param))
  if (node.type === 'ForStatement' && node.init?.type === 'VariableDeclaration') add(declaredBy(node.init))
  if (
    (node.type === 'ForInStatement' || node.type === 'ForOfStatement') &&
    node.left.type === 'VariableDeclaration'
  ) {
    add(declaredBy(node.left))
  }
  if (node.type === 'Program') add(hoistedNames(node))
  for (const statement of listStatements(node)) add(declaredByStatement(statement))
  return names
}

function isFunction(node: AnyNode) {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

function listStatements(node: AnyNode): AnyNode[] {
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
      return listBoundNames(statement.id)
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
  return declarations.flatMap(({ id }) => listBoundNames(id))
}

function hoistedNames(node: AnyNode): string[] {
  const own = node.type === 'VariableDeclaration' && node.kind === 'var' ? declaredBy(node) : []
  return [...own, ...listChildNodes(node).flatMap((child) => (isFunction(child) ? [] : hoistedNames(child)))]
}

function notReferences(node: AnyNode): (AnyNode | null | undefined)[] {
  switch (node.type) {
    case 'MemberExpression':
      return node.computed ? [] : [node.property]
    case 'Property':
      // In `{ a }` one node is key and reference.
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
