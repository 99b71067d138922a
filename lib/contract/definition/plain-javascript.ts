/**
 * Whether a definition is JavaScript as it stands, so that nobody has to look for types in it.
 *
 * Ground; also in the browser. What parses as JavaScript means the same with its types stripped, but for one thing:
 * `f<T>(x)` is a call to whoever writes types, and two comparisons to JavaScript.
 */
import type { AnyNode, Program } from 'acorn'
import { parseModule } from './parse-module.ts'

/** Undefined when it does not parse, or when it may be typed. Throws a RangeError for what is nested too deeply. */
export function readPlainJavaScript(source: string): Program | undefined {
  try {
    const tree = parseModule(source)
    return mayCallWithTypes(tree, source) ? undefined : tree
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** After type arguments comes a parenthesis, a template or the end of the line; after `>` it rarely does. */
function mayCallWithTypes(tree: Program, source: string): boolean {
  const first = source.indexOf('<')
  if (first === -1) return false
  for (const node of nodesOf(tree)) {
    if (node.type !== 'BinaryExpression' || !node.operator.startsWith('>')) continue
    const { left, right } = node
    if (first < left.end && /[(`\r\n\u2028\u2029]/.test(source.slice(left.end, right.start + 1))) return true
  }
  return false
}

/** All of them, in no order. Walks with a list instead of the stack: the tree is as deep as the publisher likes. */
export function* nodesOf(tree: Program): Generator<AnyNode> {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('type' in value && typeof value.type === 'string') yield value as AnyNode
    open.push(...Object.values(value))
  }
}
