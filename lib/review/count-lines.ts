/** How many lines of code came and went. Floor 3, pure. */

/** Counts over all skills; one that is new or gone counts with all its lines. */
export function countLines(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { added: number; removed: number } {
  const total = { added: 0, removed: 0 }
  for (const slug of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [linesOf(before.get(slug)), linesOf(after.get(slug))]
    const kept = countKept(old, now)
    total.added += now.length - kept
    total.removed += old.length - kept
  }
  return total
}

function linesOf(text = ''): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/**
 * Lines of `now` that were there before, as a multiset: cheap for any size, and a moved line is no change. The
 * diff itself is drawn where it is read.
 */
function countKept(old: readonly string[], now: readonly string[]): number {
  const left = new Map<string, number>()
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1)
  return now.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count > 0
  }).length
}
