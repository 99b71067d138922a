/** Whether the number of the draft is spent, and which comes next. Pure. */
import { STATE_LABELS, type VersionState } from '#lib/contract/version/version-moves.ts'
import { bumped, compareVersions, isVersion } from '#lib/contract/version/version-number.ts'

type Known = { number: string; state: VersionState }

/** `next` is absent while the number waits for a decision: it may come back. */
export type Spent = { sentence: string; next?: string }

// Sent back or withdrawn: it may be submitted again.
const REUSABLE: readonly VersionState[] = ['DRAFT', 'CHANGES_ASKED']

export function spentNumber(number: string, versions: readonly Known[]): Spent | undefined {
  const found = versions.find((version) => version.number === number)
  if (!found || REUSABLE.includes(found.state)) return undefined
  if (found.state === 'IN_REVIEW') {
    return { sentence: `${number} is in review as it was submitted. What you write now is not part of it.` }
  }
  const state = STATE_LABELS[found.state].toLowerCase()
  return {
    sentence: `${number} is ${state}. What you write now becomes another version.`,
    next: nextOf(versions),
  }
}

function nextOf(versions: readonly Known[]): string | undefined {
  const [highest] = versions
    .map(({ number }) => number)
    .filter(isVersion)
    .toSorted((a, b) => compareVersions(b, a))
  return highest && bumped(highest, 'patch')
}
