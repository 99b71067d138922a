/** What the first button of an install offers, and where its dialog begins. Pure. */
import { compareVersions } from '#lib/contract/version/version-number.ts'
import { isInRange, rangeAround, rangeKind } from '#lib/contract/version/version-range.ts'

export type Installed = {
  /** What runs now. */
  number: string
  /** What is followed; null for exactly `number`. */
  range: string | null
  /** In the range, and waiting for a consent. */
  waiting: { number: string } | null
}

/** The dialog’s beginning: the version it speaks of, and the range as it would be typed. */
export type Step = { number: string; range: string }

/** "Install 1.0.0", "Upgrade to 2.0.0"; a version that waits is offered as what it is. */
export function stepLabel(installed: Installed | null, to: { number: string }): string {
  if (!installed) return `Install ${to.number}`
  if (installed.waiting?.number === to.number) return `Look at ${to.number}`
  return compareVersions(to.number, installed.number) > 0
    ? `Upgrade to ${to.number}`
    : `Go back to ${to.number}`
}

/** A step to `to` goes on following what was followed, in the same manner: ^1.2.0 becomes ^2.0.0. */
export function stepTo(installed: Installed | null, to: { number: string }): Step {
  const { range = null, waiting } = installed ?? {}
  if (range === null) return { number: to.number, range: to.number }
  if (waiting?.number === to.number || isInRange(to.number, range)) return { number: to.number, range }
  const kind = rangeKind(range)
  return { number: to.number, range: (kind === 'own' ? null : rangeAround(kind, to.number)) ?? to.number }
}

/** The dialog that only changes what is followed. */
export function changeFollowed({ number, range }: Installed): Step {
  return { number, range: range ?? number }
}
