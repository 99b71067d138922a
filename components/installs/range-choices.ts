/** The ways to follow a version, as a dialog offers them. Pure. */
import { parseRange, type RangeKind, rangeAround, rangeKind } from '#lib/contract/version/version-range.ts'

export const RANGE_KINDS = ['exact', 'compatible', 'fixes', 'latest', 'own'] as const satisfies RangeKind[]

/** Which of the choices a text is; what is half typed is one of one’s own. */
export function kindOfText(text: string, number: string): RangeKind {
  const wanted = parseRange(text)
  if ('number' in wanted) return wanted.number === number ? 'exact' : 'own'
  return 'range' in wanted ? rangeKind(wanted.range) : 'own'
}

/** The range that a choice stands for; what is followed already stays as it is. Null for exactly `number`. */
export function rangeOfChoice(
  kind: Exclude<RangeKind, 'own'>,
  number: string,
  followed: string,
): string | null {
  const wanted = parseRange(followed)
  if ('range' in wanted && rangeKind(wanted.range) === kind) return wanted.range
  return rangeAround(kind, number)
}
