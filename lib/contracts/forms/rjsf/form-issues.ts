/** Converts a contract's issues to error schemas of react-jsonschema-form. */
import type { ErrorSchema } from '@rjsf/utils'
import type { Issue } from '../../../kernel/errors.ts'
import { pointerKeys } from '../../../kernel/json/json-pointer.ts'

const ERRORS = '__errors'

export function buildErrorSchema(issues: readonly Issue[]): ErrorSchema<unknown> {
  const root: { [key: string]: unknown } = {}
  for (const { path, message } of issues) {
    let at = root
    for (const key of pointerKeys(path)) {
      if (key === ERRORS || key === '__proto__') break
      at[key] ??= {}
      at = at[key] as typeof root
    }
    at[ERRORS] = [...((at[ERRORS] as string[] | undefined) ?? []), issueSentence(message)]
  }
  return root as ErrorSchema<unknown>
}

/** "is required" becomes "This is required."; a tool name at the start stays. */
export function issueSentence(message: string): string {
  const whole = message.startsWith('is ') ? `this ${message}` : message
  const isNamed = /^\w+\.\w/.test(whole)
  const text = isNamed ? whole : whole.charAt(0).toUpperCase() + whole.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/**
 * Returns the errors of a field or, with `isInside`, those of the fields inside it as well. The library stores empty
 * entries, too.
 */
export function errorsIn(errors: ErrorSchema | undefined, isInside = false): string[] {
  const { __errors: own = [], ...inside } = errors ?? {}
  const below = Object.values(inside).flatMap((each) => errorsIn(each as ErrorSchema | undefined))
  return isInside ? below : [...own, ...below]
}

export function namesWithErrors(errors: ErrorSchema | undefined): ReadonlySet<string> {
  const { __errors: _, ...inside } = errors ?? {}
  const entries = Object.entries(inside).filter(([, each]) => errorsIn(each as ErrorSchema).length > 0)
  return new Set(entries.map(([name]) => name))
}
