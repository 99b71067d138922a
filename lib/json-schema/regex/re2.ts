/** Browsers get `re2-on-demand.ts` instead (see "imports" in package.json). */
import { RE2JS } from 're2js'

export type Re2 = { test: (text: string) => boolean; programSize: () => number }

/** Throws if RE2 cannot express the pattern. `ecma` is the same in ECMAScript's syntax. */
export function compileRe2(pattern: string, _ecma: string): Re2 {
  return RE2JS.compile(pattern)
}

/** Settles when a browser has loaded RE2; undefined if there is nothing to wait for. */
export function pendingRe2(): Promise<void> | undefined {
  return undefined
}
