/** Corrections of one mistyped word. */

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789ß']
/** Longer words are rarely typed, and have thousands of neighbours. */
const MAX_CHARS = 24

/** Every string that one missing, extra, wrong or swapped character makes of `word`; none for a long word. */
export function spellingsNear(word: string): string[] {
  if (word.length > MAX_CHARS) return []
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of LETTERS) near.add(before + letter + after)
    if (after === '') continue
    near.add(before + after.slice(1))
    for (const letter of LETTERS) near.add(before + letter + after.slice(1))
    if (after.length > 1) near.add(before + after[1] + after[0] + after.slice(2))
  }
  near.delete(word)
  near.delete('')
  return [...near]
}

/** Number of missing, extra, wrong and swapped characters between two words (optimal string alignment). */
export function spellingDistance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (isSwapped) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length]!
}

/** Typing errors that a word of this length may have: none in two letters, two from nine (as Meilisearch). */
export function allowedErrors(word: string): 0 | 1 | 2 {
  if (word.length < 3) return 0
  return word.length < 9 ? 1 : 2
}
