/**
 * Patterns that publishers write, in an engine that takes linear time whatever they write.
 *
 * Ground; also in the browser. RE2 has no lookaround and no backreferences; a pattern that needs them is
 * refused when it is published. Source: specification "Contracts" §1.
 */
import { RE2JS } from 're2js'
import { toRe2Pattern } from './ecma-pattern.ts'
import { isPlainlyLinear } from './plainly-linear.ts'

export type LinearRegex = { test: (text: string) => boolean; toString: () => string }

/** Compiles an ECMAScript pattern; as in JSON Schema it may match anywhere. Throws where RE2 cannot say it. */
export function linearRegex(pattern: string): LinearRegex {
  const compiled = RE2JS.compile(toRe2Pattern(pattern))
  // The engine at hand is many times faster, and as safe where a pattern has no choice to go back on.
  if (isPlainlyLinear(pattern)) return new RegExp(pattern, 'u')
  // Ajv tells patterns apart by this text: without it every pattern of a schema would become the first.
  return { test: (text) => compiled.matcher(text).find(), toString: () => `re2:${pattern}` }
}
// Read by Ajv when it writes a validator out as code.
linearRegex.code = 'linearRegex'

/** Why a pattern cannot be used, as the end of a sentence; undefined when it can. */
export function whyNotPattern(pattern: string): string | undefined {
  try {
    linearRegex(pattern)
    return undefined
  } catch (thrown) {
    return (thrown as Error).message.replace(/^error parsing regexp: /, '')
  }
}
