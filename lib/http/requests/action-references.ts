/**
 * The references between the parts of an action's body, as React encodes them ("$1", "$B2", "$Q3" in JSON texts of
 * numbered parts). React's decoder throws for those that it would never have written, and Next answers 500.
 */
import { AppError } from '../../errors.ts'

/** Without a path: "$0:a" names an object that was written before. */
const REFERENCE_TO_PART = /(?<!\\)"\$([@BFKQWi]?)([1-9a-f][0-9a-f]*|0)"(?!:)/g
/** Numbered parts; forms without JavaScript put the number of the action before it. */
const PART = /^((?:\d+_)?)([0-9a-f]+)$/
/** A chain of parts is decoded by recursion. */
const MAX_CHAIN = 100

/** Throws INVALID_INPUT. */
export function requireDecodable(form: FormData): void {
  const texts = new Map<string, string>()
  for (const [name, value] of form) if (typeof value === 'string' && PART.test(name)) texts.set(name, value)
  const depths = new Map<string, number>()
  for (const name of texts.keys()) measure(name)

  /** Length of the longest chain of references from a part; a part that waits for itself has none. */
  function measure(name: string): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    depths.set(name, Number.POSITIVE_INFINITY)
    let depth = 0
    for (const [, kind = '', id = ''] of (texts.get(name) ?? '').matchAll(REFERENCE_TO_PART)) {
      const target = name.replace(PART, `$1${id}`)
      requireKind(kind, form.get(target))
      // A Map or a list of fields is not decoded here.
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
