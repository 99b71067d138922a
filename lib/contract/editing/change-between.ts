/** From one text to another. Ground. */
import { ChangeSet, Text } from '@codemirror/state'

/** The smallest change that makes `after` of `before`, so that cursors stay where they can. */
export function changeBetween(before: string, after: string): ChangeSet {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const insert = textOf(after.slice(start, after.length - end))
  return ChangeSet.of({ from: start, to: before.length - end, insert }, before.length)
}

/** Only "\n" parts lines; a lone "\r" is a sign like any other, so that nothing is rewritten that nobody touched. */
export function textOf(text: string): Text {
  return Text.of(text.split('\n'))
}
