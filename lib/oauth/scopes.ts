/** What programs may ask people for. Pure. */
import { type KeyScope, OFFERED_SCOPES } from '../contract/market/key-scopes.ts'

/** The scopes of "read run"; the unobtrusive ones when nothing was asked for; null when one is not offered. */
export function askedScopes(scope: string | undefined): KeyScope[] | null {
  const words = scope?.split(' ').filter(Boolean) ?? []
  if (words.length === 0) return ['read', 'run']
  if (words.some((word) => !OFFERED_SCOPES.includes(word as KeyScope))) return null
  return OFFERED_SCOPES.filter((each) => words.includes(each))
}
