/** Lines that only one side has, counted as a multiset: cheap, and right enough for a headline. */
export function lineCounts(before: string, after: string): { added: number; removed: number } {
  const left = new Map<string, number>()
  for (const line of linesOf(before)) left.set(line, (left.get(line) ?? 0) + 1)
  let added = 0
  for (const line of linesOf(after)) {
    const count = left.get(line) ?? 0
    if (count === 0) added += 1
    else left.set(line, count - 1)
  }
  const removed = [...left.values()].reduce((sum, count) => sum + count, 0)
  return { added, removed }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
