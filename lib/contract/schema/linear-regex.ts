/**
 * Patterns that publishers write, in an engine that takes linear time whatever they write.
 *
 * Ground; also in the browser. RE2 has no lookaround and no backreferences; a pattern that needs them is
 * refused when it is published. Source: specification "Contracts" §1.
 */
import { RE2JS } from 're2js'
import { textCache } from '../json/text-cache.ts'
import { toRe2Pattern } from './ecma-pattern.ts'
import { countWork } from './effort.ts'
import { isPlainlyLinear } from './plainly-linear.ts'

export type LinearRegex = { test: (text: string) => boolean; toString: () => string }

/** Compiles an ECMAScript pattern; as in JSON Schema it may match anywhere. Throws where RE2 cannot say it. */
export function linearRegex(pattern: string): LinearRegex {
  const compiled = RE2JS.compile(toRe2Pattern(pattern))
  // The engine at hand is many times faster, and as safe where a pattern has no choice to go back on.
  if (isPlainlyLinear(pattern)) return counted(new RegExp(pattern, 'u'), pattern, WORK_OF_PLAIN)
  // `test`, not `find`: where the match stands is not asked, and finding that out takes a hundred times longer.
  return counted(compiled, pattern, compiled.programSize() * WORK_OF_STEP)
}

// Of one character, by what it was measured to take at most.
const WORK_OF_PLAIN = 1 / 50
const WORK_OF_STEP = 1 / 300

/** Linear in the text is not free: a megabyte for a long pattern takes seconds. */
function counted(
  regex: { test: (text: string) => boolean },
  pattern: string,
  workOfCharacter: number,
): LinearRegex {
  const test = (text: string) => {
    countWork(text.length * workOfCharacter)
    return regex.test(text)
  }
  // Ajv tells patterns apart by this text: without it every pattern of a schema would become the first.
  return { test, toString: () => `linear:${pattern}` }
}

const remember = textCache<LinearRegex>({ characters: 100_000, entries: 200 })

/** The same, made once for many questions: for who meets a pattern again with every value. */
export function knownRegex(pattern: string): LinearRegex {
  return remember(pattern, () => linearRegex(pattern))
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
