/**
 * Checks references as React encodes them ("$1", "$B2", "$Q3" in texts of numbered parts). Its decoder throws for those
 * that it would never have written, and Next answers 500.
 */
import { AppError } from '../../../kernel/errors.ts'

/** Does not match paths such as "$0:a", which name an object that was written before and need no part. */
const REFERENCE_TO_PART = /(?<!\\)"\$([@BFKQWi]?)([1-9a-f][0-9a-f]*|0)"(?!:)/g
/** The name of a part begins with the number of the action if the browser has JavaScript turned off. */
const PART = /^((?:\d+_)?)([0-9a-f]+)$/
/** React decodes recursively, so a longer chain of references could exhaust the stack. */
const MAX_CHAIN = 100

/** Throws INVALID_INPUT if React could not decode the form. */
export function requireDecodableForm(form: FormData): void {
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
      if (depth > MAX_CHAIN) throw invalidFormError(`its parts are nested more than ${MAX_CHAIN} deep`)
    }
    depths.set(name, depth)
    return depth
  }
}

function requireKind(kind: string, part: FormDataEntryValue | null): void {
  if (kind === 'B' && typeof part === 'string') throw invalidFormError('a part is not a file')
  const isList = typeof part === 'string' && part.trimStart().startsWith('[')
  if ((kind === 'Q' || kind === 'W') && part !== null && !isList)
    throw invalidFormError('a part is not a list')
}

function invalidFormError(reason: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `Invalid form data: ${reason}.`,
    suggestedAction: 'Reload the page and try again.',
  })
}
