/**
 * "*" matches within one name, "?" one character, "**" any number of names ("Notes/**" includes the folder). At most
 * quadratic.
 */
import { vaultKey } from '../../../vault/model/vault-path.ts'

/** Ignores case. A folder includes its contents; the root ("") only matches patterns for all paths. */
export function matchesPath(pattern: string, path: string): boolean {
  if (path === '') return coversPattern(pattern, '**/*')
  return matchesNames(vaultKey(pattern).split('/'), vaultKey(path).split('/'))
}

/** Tells whether a glob matches every path that the other one matches. Returns false if in doubt. */
export function coversPattern(pattern: string, inner: string): boolean {
  return matches(
    vaultKey(pattern).split('/'),
    vaultKey(inner).split('/'),
    (part) => part === '**',
    (part, name) => name !== '**' && coversName(part, name),
  )
}

function coversName(pattern: string, inner: string): boolean {
  return matches(
    [...pattern],
    [...inner],
    (part) => part === '*',
    (part, char) => (part === '?' ? char !== '*' : part === char && char !== '*'),
  )
}

export function matchesTool(pattern: string, name: string): boolean {
  return matchesName(pattern, name)
}

function matchesNames(pattern: readonly string[], path: readonly string[]): boolean {
  return matches(pattern, path, (part) => part === '**', matchesName)
}

function matchesName(pattern: string, name: string): boolean {
  return matches(
    [...pattern],
    [...name],
    (part) => part === '*',
    (part, char) => part === '?' || part === char,
  )
}

/** Matches greedily: only the last wildcard is tried again with more characters, so the time is bounded. */
function matches<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  takesMany: (part: Part) => boolean,
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let [at, item] = [0, 0]
  let [lastMany, taken] = [-1, 0]
  while (item < items.length) {
    const part = pattern[at]
    if (at < pattern.length && takesMany(part as Part)) {
      lastMany = at++
      taken = item
    } else if (at < pattern.length && fits(part as Part, items[item] as Item)) {
      at++
      item++
    } else if (lastMany >= 0) {
      at = lastMany + 1
      item = ++taken
    } else return false
  }
  return pattern.slice(at).every(takesMany)
}
