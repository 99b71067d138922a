/** Which settings the code of a skill reads by a literal name, such as `config.api_key`. */
import type { AnyNode, Pattern, Program } from 'acorn'
import { listChildNodes, positionOf, staticKey, treeOf } from './syntax-tree.ts'

export type ConfigUse = { key: string; line: number; column: number }

/** Returns each key once, at its first use, in the order of the code. Code that cannot be parsed uses none. */
export function listUsedConfig(definition: string, runtime: 'javascript' | 'python'): ConfigUse[] {
  // Parsing is slow, so code without the word is not parsed.
  if (!/\bconfig\b/.test(definition)) return []
  const uses = runtime === 'python' ? listInPython(definition) : listInScript(definition)
  const first = new Map<string, ConfigUse>()
  for (const use of uses) if (isSettingName(use.key) && !first.has(use.key)) first.set(use.key, use)
  return [...first.values()]
}

/** `config.hasOwnProperty` is no setting. */
function isSettingName(key: string): boolean {
  return /^[A-Za-z_]\w{0,63}$/.test(key) && !(key in {})
}

const PYTHON_USE = /\bconfig(?:\[\s*|\.get\(\s*)(["'])([^"'\\]+)\1/g

function listInPython(definition: string): ConfigUse[] {
  // A variable of that name holds something else, unless it is that of the runtime.
  const other = /^[ \t]*config\s*(?::[^=\n]+)?=(?!=)(?!\s*runtime\.config\b)/m
  if (other.test(definition)) return []
  return definition.split('\n').flatMap((line, index) =>
    [...line.matchAll(PYTHON_USE)]
      .filter((match) => !line.slice(0, match.index).includes('#'))
      .filter((match) => /(^|[^.\w]|\bruntime\.)$/.test(line.slice(0, match.index)))
      .map((match) => ({ key: match[2]!, line: index + 1, column: match.index + 1 })),
  )
}

function listInScript(definition: string): ConfigUse[] {
  const tree = treeOf(definition)
  if (!tree) return []
  const nodes = listNodes(tree)
  const names = new Set<string>()
  const uses: ConfigUse[] = []
  const add = (key: string | undefined, node: AnyNode) => {
    if (key !== undefined) uses.push({ key, ...positionOf(node) })
  }
  const addPattern = (pattern: Pattern | AnyNode) => {
    if (pattern.type !== 'ObjectPattern') return
    for (const property of pattern.properties)
      if (property.type === 'Property') add(staticKey(property.key, property.computed), property)
  }
  // What a handler gets: `({ config })`, `({ config: settings })` or `({ config: { key } })`.
  for (const node of nodes) {
    if (!isFunction(node)) continue
    const [first] = node.params
    const pattern = first?.type === 'AssignmentPattern' ? first.left : first
    if (pattern?.type !== 'ObjectPattern') continue
    for (const property of pattern.properties) {
      if (property.type !== 'Property' || staticKey(property.key, property.computed) !== 'config') continue
      const value = property.value.type === 'AssignmentPattern' ? property.value.left : property.value
      if (value.type === 'Identifier') names.add(value.name)
      else addPattern(value)
    }
  }
  // A variable of that name may hold something else.
  for (const node of nodes)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') names.delete(node.id.name)
  const isConfig = (node: AnyNode | null | undefined) => node?.type === 'Identifier' && names.has(node.name)
  for (const node of nodes) {
    if (node.type === 'MemberExpression' && isConfig(node.object))
      add(staticKey(node.property, node.computed), node)
    if (node.type === 'VariableDeclarator' && isConfig(node.init)) addPattern(node.id)
  }
  return uses.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function isFunction(node: AnyNode) {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

function listNodes(tree: Program): AnyNode[] {
  const found: AnyNode[] = []
  const open: AnyNode[] = [tree]
  for (let node = open.pop(); node; node = open.pop()) {
    found.push(node)
    open.push(...listChildNodes(node))
  }
  return found
}
