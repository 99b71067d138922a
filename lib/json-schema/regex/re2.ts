/** RE2, except in browsers, which get `re2-on-demand.ts` instead (see "imports" in package.json). */
import { RE2JS } from 're2js'

export type Re2 = { test: (text: string) => boolean; programSize: () => number }

/** Throws if RE2 cannot express the pattern, which is in its own syntax. `ecma` is the same in ECMAScript's. */
export function compileRe2(pattern: string, _ecma: string): Re2 {
  return RE2JS.compile(pattern)
}

/** In browsers: settles when RE2 has been loaded. Undefined when there is nothing to wait for. */
export function pendingRe2(): Promise<void> | undefined {
  return undefined
}
