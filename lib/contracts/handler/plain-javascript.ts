/** Decides whether code is plain JavaScript: `f<T>(x)` is a call in TypeScript, and two comparisons in JavaScript. */
import { type AnyNode, Parser, type Program } from 'acorn'

/** Returns undefined if it is not JavaScript or may have types. Throws a RangeError if nested too deeply. */
export function readPlainJavaScript(source: string): Program | undefined {
  try {
    const tree = parseModule(source)
    return mayCallWithTypes(tree, source) ? undefined : tree
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Comparisons rarely continue with a parenthesis, a template or a new line. */
function mayCallWithTypes(tree: Program, source: string): boolean {
  const first = source.indexOf('<')
  if (first === -1) return false
  for (const node of walkNodes(tree)) {
    if (node.type !== 'BinaryExpression' || !node.operator.startsWith('>')) continue
    const { left, right } = node
    if (first < left.end && /[(`\r\n\u2028\u2029]/.test(source.slice(left.end, right.start + 1))) return true
  }
  return false
}

/** Yields nodes in no order; the tree's depth is not limited. */
export function* walkNodes(tree: Program): Generator<AnyNode> {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('type' in value && typeof value.type === 'string') yield value as AnyNode
    // A spread fails for long lists.
    for (const child of Object.values(value)) open.push(child)
  }
}

/**
 * Parses in linear time, because acorn is quadratic in declared names and regular expressions (400 KB of `let` take 18
 * seconds). Throws its SyntaxError with `loc`, or a RangeError.
 */
export function parseModule(code: string): Program {
  return LinearParser.parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
}

// Acorn 8 does not declare these internals.
type Scope = { var: string[]; lexical: string[]; functions: string[] }
type Pattern = { start: number; source: string; flags: string }
type Inside = {
  new (
    ...args: never[]
  ): {
    scopeStack: Scope[]
    enterScope(flags: number): void
    raise(at: number, message: string): never
  }
}

const LinearParser = Parser.extend((acorn) => {
  const Base = acorn as unknown as Inside
  return class extends Base {
    override enterScope(flags: number) {
      super.enterScope(flags)
      const scope = this.scopeStack.at(-1)
      if (scope) Object.assign(scope, { var: new Names(), lexical: new Names(), functions: new Names() })
    }

    validateRegExpPattern({ start, source, flags }: Pattern) {
      try {
        new RegExp(source, flags)
      } catch (error) {
        // The message quotes the whole expression.
        this.raise(start, (error as Error).message.replace(/\/.{200,}\//s, '/…/'))
      }
    }
  } as unknown as typeof acorn
})

/** Acorn only tests for membership. */
class Names extends Array<string> {
  readonly #known = new Set<string>()

  override push(...names: string[]): number {
    for (const name of names) this.#known.add(name)
    return super.push(...names)
  }

  override indexOf(name: string): number {
    return this.#known.has(name) ? 0 : -1
  }
}
