/**
 * Patterns of tool names and of vault paths, as an approval policy lists them.
 *
 * Ground; also in the browser. All there is: "*" is any run of characters within one name, "?" one character, and
 * "**" as a name of its own any number of names, none included ("Notes/**" is the folder itself and all below it).
 * Everything else stands for itself. Matching never goes back more than once over a text, so no pattern can be slow.
 */
import { vaultKey } from '../vault/vault-path.ts'

/**
 * Whether a vault path is one of a pattern's, whatever its case. A folder that matches goes with all it holds; "" is the
 * vault itself, and no name in it: only what matches every path matches that.
 */
export function matchesPath(pattern: string, path: string): boolean {
  if (path === '') return coversPattern(pattern, '**/*')
  return matchesNames(vaultKey(pattern).split('/'), vaultKey(path).split('/'))
}

/** Whether every path that matches `inner` matches `pattern` too. When in doubt, no. */
export function coversPattern(pattern: string, inner: string): boolean {
  return matches(
    vaultKey(pattern).split('/'),
    vaultKey(inner).split('/'),
    (part) => part === '**',
    (part, name) => name !== '**' && coversName(part, name),
  )
}

/** What stands for many characters is only covered by what stands for many. */
function coversName(pattern: string, inner: string): boolean {
  return matches(
    [...pattern],
    [...inner],
    (part) => part === '*',
    (part, char) => (part === '?' ? char !== '*' : part === char && char !== '*'),
  )
}

/** Whether a tool's name is one of a pattern's: "vault.*", "acme.text.count", "*". */
export function matchesTool(pattern: string, name: string): boolean {
  return matchesName(pattern, name)
}

/** What is left of the path has to match what is left of the pattern; "**" takes as little as will do. */
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

/**
 * The usual walk with one way back: when something does not fit, the last part that takes many takes one more. An
 * earlier one never has to be asked again, because what stood between the two was matched as early as possible.
 */
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
