/**
 * Parses JavaScript in time that grows with its length and no faster.
 *
 * Ground; also in the browser. Whoever may save a definition may write one that takes a parser minutes, and the
 * process that parses it serves others too. acorn looks names up in lists and has a checker of its own for regular
 * expressions; both take the square of what they are given (400 KB of `let`: 18 seconds).
 */
import { Parser, type Program } from 'acorn'

/** Throws acorn's SyntaxError with `loc`, and a RangeError for what is nested too deeply. */
export function parseModule(code: string): Program {
  return LinearParser.parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
}

// What acorn's types keep to themselves, of acorn 8.
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
        // It quotes the whole expression.
        this.raise(start, (error as Error).message.replace(/\/.{200,}\//s, '/…/'))
      }
    }
  } as unknown as typeof acorn
})

/** A list that knows at once whether a name is in it; where it is nobody asks. */
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
