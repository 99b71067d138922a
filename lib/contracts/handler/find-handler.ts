/**
 * Finds the function that a definition exports as its handler, in every form that people and bundlers write.
 *
 * The studio's checks and the sandbox both ask here, so that what is valid can also run. Nothing is executed: a handler
 * that only a call returns is found but has no known function.
 */
import type { AnyNode, Program } from 'acorn'
import { staticKey } from './syntax-tree.ts'

export type FoundHandler = {
  /**
   * How the module exports it: as its default; under a name that has to be exported as the default still; or with
   * CommonJS.
   */
  exported: { kind: 'default' } | { kind: 'name'; name: string } | { kind: 'commonjs' }
  /** The function, or the last expression that could be followed, which is no function. */
  value: AnyNode
}

/** Prefers the default export over one called handler, as the sandbox does. Undefined if there is neither. */
export function findHandler(tree: Program): FoundHandler | undefined {
  const bindings = readBindings(tree)
  const found = findExport(tree, bindings)
  return found && { exported: found.exported, value: resolve(found.value, bindings) }
}

/** What the top level of a module says about its names. */
type Bindings = {
  values: ReadonlyMap<string, AnyNode>
  /** The properties of objects that bundlers fill with getters, such as `__export(entry_exports, {…})`. */
  members: ReadonlyMap<string, ReadonlyMap<string, AnyNode>>
}

function findExport(tree: Program, bindings: Bindings): FoundHandler | undefined {
  const locals = new Map<string, AnyNode>()
  for (const statement of tree.body) {
    if (statement.type === 'ExportDefaultDeclaration')
      return { exported: { kind: 'default' }, value: statement.declaration }
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const { exported, local } of statement.specifiers) {
      const name = staticKey(exported, false)
      if (name !== undefined && !locals.has(name)) locals.set(name, local)
    }
  }
  const asDefault = locals.get('default')
  if (asDefault) return { exported: { kind: 'default' }, value: asDefault }
  const asHandler = locals.get('handler')
  if (asHandler?.type === 'Identifier')
    return { exported: { kind: 'name', name: asHandler.name }, value: asHandler }
  const commonJs = findCommonJsExport(bindings)
  if (commonJs) return { exported: { kind: 'commonjs' }, value: commonJs }
  const declared = bindings.values.get('handler')
  return declared && { exported: { kind: 'name', name: 'handler' }, value: declared }
}

/** `module.exports` itself, or its default or handler. */
function findCommonJsExport({ values, members }: Bindings): AnyNode | undefined {
  // A module with variables of these names means those.
  if (values.has('module') || values.has('exports')) return undefined
  const whole = values.get(MODULE_EXPORTS)
  const named = (all: ReadonlyMap<string, AnyNode> | undefined) => all?.get('default') ?? all?.get('handler')
  if (!whole) return named(members.get(MODULE_EXPORTS))
  if (whole.type === 'ObjectExpression') return named(mapProperties(whole)) ?? whole
  // esbuild: module.exports = __toCommonJS(entry_exports)
  const copied = whole.type === 'CallExpression' ? whole.arguments[0] : whole
  const filled = copied?.type === 'Identifier' ? named(members.get(copied.name)) : undefined
  return filled ?? whole
}

/** `exports` and `module.exports` are one object. */
const MODULE_EXPORTS = 'module.exports'

function readBindings(tree: Program): Bindings {
  const values = new Map<string, AnyNode>()
  const members = new Map<string, Map<string, AnyNode>>()
  const setMember = (object: string, key: string, value: AnyNode) => {
    const own = members.get(object) ?? new Map<string, AnyNode>()
    members.set(object, own.set(key, value))
  }

  function readStatement(statement: AnyNode): void {
    switch (statement.type) {
      case 'ExportNamedDeclaration':
        if (statement.declaration) readStatement(statement.declaration)
        return
      case 'ExportDefaultDeclaration':
        readStatement(statement.declaration)
        return
      case 'FunctionDeclaration':
        if (statement.id) values.set(statement.id.name, statement)
        return
      case 'VariableDeclaration':
        for (const { id, init } of statement.declarations) {
          if (!init) continue
          if (id.type === 'Identifier') values.set(id.name, init)
          readExpression(init)
        }
        return
      case 'ExpressionStatement':
        readExpression(statement.expression)
    }
  }

  function readExpression(expression: AnyNode): void {
    if (expression.type === 'SequenceExpression') expression.expressions.forEach(readExpression)
    if (expression.type === 'AssignmentExpression') {
      readExpression(expression.right)
      readAssignment(expression.left, expression.right)
    }
    if (expression.type === 'CallExpression') readGetters(expression.arguments)
  }

  function readAssignment(target: AnyNode, value: AnyNode): void {
    // tsc and Babel announce exports with `exports.handler = void 0`.
    if (value.type === 'UnaryExpression' || endsWithVoid(value)) return
    const object = findObjectName(target)
    if (object) values.set(object, value)
    if (target.type !== 'MemberExpression') return
    const owner = findObjectName(target.object)
    const key = staticKey(target.property, target.computed)
    if (owner && key !== undefined) setMember(owner, key, value)
  }

  /** `__export(entry, { default: () => a })`, and `Object.defineProperty(exports, 'default', { get() { return a } })`. */
  function readGetters([target, second, third]: AnyNode[]): void {
    const object = target && findObjectName(target)
    if (!object || !second) return
    if (second.type === 'ObjectExpression')
      for (const [key, getter] of mapProperties(second)) {
        const value = returnedBy(getter)
        if (value) setMember(object, key, value)
      }
    const key = staticKey(second, true)
    if (key === undefined || third?.type !== 'ObjectExpression') return
    const descriptor = mapProperties(third)
    const getter = descriptor.get('get')
    const value = getter ? returnedBy(getter) : descriptor.get('value')
    if (value) setMember(object, key, value)
  }

  tree.body.forEach(readStatement)
  return { values, members }
}

function endsWithVoid(value: AnyNode): boolean {
  return (
    value.type === 'AssignmentExpression' &&
    (value.right.type === 'UnaryExpression' || endsWithVoid(value.right))
  )
}

function findObjectName(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name === 'exports' ? MODULE_EXPORTS : node.name
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined
  const isModule = node.object.name === 'module' && staticKey(node.property, node.computed) === 'exports'
  return isModule ? MODULE_EXPORTS : undefined
}

function mapProperties(object: AnyNode): Map<string, AnyNode> {
  const found = new Map<string, AnyNode>()
  if (object.type !== 'ObjectExpression') return found
  for (const property of object.properties) {
    if (property.type !== 'Property') continue
    const key = staticKey(property.key, property.computed)
    if (key !== undefined) found.set(key, property.value)
  }
  return found
}

function returnedBy(getter: AnyNode): AnyNode | undefined {
  if (getter.type !== 'ArrowFunctionExpression' && getter.type !== 'FunctionExpression') return undefined
  if (getter.body.type !== 'BlockStatement') return getter.body
  const [statement] = getter.body.body
  return statement?.type === 'ReturnStatement' ? (statement.argument ?? undefined) : undefined
}

/** Follows names, assignments and members to a function; returns what could not be followed any further. */
function resolve(start: AnyNode, { values, members }: Bindings): AnyNode {
  const visited = new Set<AnyNode>()
  let node = start
  while (!visited.has(node)) {
    visited.add(node)
    const next = followNode(node, values, members)
    if (!next) return node
    node = next
  }
  return node
}

function followNode(
  node: AnyNode,
  values: Bindings['values'],
  members: Bindings['members'],
): AnyNode | undefined {
  switch (node.type) {
    case 'Identifier':
      return values.get(node.name)
    case 'AssignmentExpression':
      return node.right
    case 'SequenceExpression':
      return node.expressions.at(-1)
    case 'MemberExpression': {
      const object = findObjectName(node.object)
      const key = staticKey(node.property, node.computed)
      return object && key !== undefined ? members.get(object)?.get(key) : undefined
    }
    case 'CallExpression':
      // esbuild keeps the names of functions with `__name(async () => {}, "handler")`.
      return node.callee.type === 'Identifier' && node.callee.name === '__name'
        ? node.arguments[0]
        : undefined
    default:
      return undefined
  }
}
