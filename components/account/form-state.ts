/** What a form of these pages knows after it was sent. Types and small readers; no browser, no server. */
import type { PublicError } from '#lib/errors.ts'

/** Null before the form was sent, and when all went well. */
export type FormState = PublicError | null

/** The sentences that belong to one field, by its JSON Pointer. */
export function errorsAt(state: FormState, path: string): string[] {
  return (state?.details ?? []).filter((issue) => issue.path === path).map(({ message }) => message)
}

/** The sentence for the form as a whole; undefined when its fields say it all. */
export function errorOfAll(state: FormState, paths: string[]): string | undefined {
  if (!state) return undefined
  const isSaid = state.details?.length && state.details.every(({ path }) => paths.includes(path))
  return isSaid ? undefined : state.message
}

/** What the profile's forms show after being sent. A password is never among it. */
export type PasswordState = { error: FormState; isSaved: boolean }
export type NameState = PasswordState & { name: string }
