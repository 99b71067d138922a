/**
 * Checks references as React encodes them ("$1", "$B2", "$Q3" in texts of numbered parts). Its decoder throws for those
 * that it would never have written, and Next answers 500.
 */
import { AppError } from '../../../kernel/errors.ts'

/** Matches references to parts, but not paths: "$0:a" names an object that was written before. */
const REFERENCE_TO_PART = /(?<!\\)"\$([@BFKQWi]?)([1-9a-f][0-9a-f]*|0)"(?!:)/g
/** Matches names of parts. They begin with the number of the action only where JavaScript is off. */
const PART = /^((?:\d+_)?)([0-9a-f]+)$/
/** React decodes references by recursion, so a longer chain could exhaust the stack. */
const MAX_CHAIN = 100

/** Throws INVALID_INPUT for a form that React could not decode. */
export function requireDecodable(form: FormData): void {
  const texts = new Map<string, string>()
  for (const [name, value] of form) if (typeof value === 'string' && PART.test(name)) texts.set(name, value)
  const depths = new Map<string, number>()
  for (const name of texts.keys()) measure(name)

  /** Returns the nesting depth, which is infinite for a reference to itself. */
  function measure(name: string): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    depths.set(name, Number.POSITIVE_INFINITY)
    let depth = 0
    for (const [, kind = '', id = ''] of (texts.get(name) ?? '').matchAll(REFERENCE_TO_PART)) {
      const target = name.replace(PART, `$1${id}`)
      requireKind(kind, form.get(target))
      // Only text parts contain references.
      if (texts.has(target)) depth = Math.max(depth, 1 + measure(target))
      if (depth > MAX_CHAIN) throw refusal('its parts refer to each other too often')
    }
    depths.set(name, depth)
    return depth
  }
}

function requireKind(kind: string, part: FormDataEntryValue | null): void {
  if (kind === 'B' && typeof part === 'string') throw refusal('a part is not a file')
  const isList = typeof part === 'string' && part.trimStart().startsWith('[')
  if ((kind === 'Q' || kind === 'W') && part !== null && !isList) throw refusal('a part is not a list')
}

function refusal(reason: string): AppError {
  return new AppError('INVALID_INPUT', { message: `Invalid form data: ${reason}.` })
}
