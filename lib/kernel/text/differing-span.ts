/** Returns the span of `before` outside of the common start and end, and the text that replaces it in `after`. */
export function differingSpan(before: string, after: string): { from: number; to: number; insert: string } {
  const commonLength = Math.min(before.length, after.length)
  let start = 0
  while (start < commonLength && before[start] === after[start]) start += 1
  let end = 0
  while (end < commonLength - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
