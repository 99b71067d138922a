/** Reserves a number and freezes the document. Call with the SkillSet's lock, which serialises submissions. */

import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import {
  findBaseVersion,
  findReviewedBase,
  listUsedNumbers,
} from '../../../contracts/versions/version-number.ts'
import { MOVES } from '../../../contracts/versions/version-states.ts'
import type { Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { listVersionHeads, moveVersion, reserveVersion, type VersionHead } from '../../rows/versions.ts'
import { stateConflictError } from '../review-preconditions.ts'
import type { SubmissionChecks } from '../review-views.ts'

/** Throws CONFLICT for a used number, with the next free one, and while another version is in review. */
export function requireFreeNumber(heads: readonly VersionHead[], number: string): void {
  const waiting = heads.find(({ state }) => state === 'IN_REVIEW')
  if (waiting) {
    throw new AppError('CONFLICT', {
      message: `Version ${waiting.number} is in review, so you cannot submit another one.`,
      suggestedAction: 'Withdraw that version from review, or wait for the decision. Then submit again.',
    })
  }
  if (!listUsedNumbers(heads).includes(number)) return
  throw usedNumberError(heads, number)
}

function usedNumberError(heads: readonly VersionHead[], number: string): AppError {
  const message = `Version ${number} has already been used, and version numbers cannot be reused.`
  const free = nextFreeNumber(listUsedNumbers(heads), number)
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '/version', message, params: { free } }],
    suggestedAction: `Set the version to ${free} or a higher number, then submit again.`,
  })
}

/** Returns the first unused patch number of the same major and minor version. */
function nextFreeNumber(used: readonly string[], number: string): string {
  const [major = 0, minor = 0, patch = 0] = number.split(/[-+]/)[0]?.split('.').map(Number) ?? []
  let next = patch + 1
  while (used.includes(`${major}.${minor}.${next}`)) next += 1
  return `${major}.${minor}.${next}`
}

/**
 * Stores the document under its number, moves the version to review or, if it is private, publishes it, and returns the
 * version's id. A number that was sent back is used again. Throws CONFLICT if the number was used, or the version that it
 * was compared with has changed.
 */
export async function freezeSnapshot(
  tx: Tx,
  submission: { skillSetId: string; document: SkillSetDocument; checks: SubmissionChecks },
): Promise<string> {
  const { skillSetId, document, checks } = submission
  const { version: number, visibility, changelog = '' } = document
  const heads = await listVersionHeads(tx, skillSetId)
  requireFreeNumber(heads, number)
  requireUnchangedBase(heads, number, checks)

  const snapshot = { document, visibility, changelog }
  const reserved = heads.find((head) => head.number === number)
  const versionId = reserved?.id ?? (await reserveVersion(tx, { skillSetId, number, ...snapshot }))
  if (!versionId) throw usedNumberError(heads, number)
  const move = visibility === 'PRIVATE' ? 'publish' : 'submit'
  const published = visibility === 'PRIVATE' ? { publishedAt: new Date(), reviewed: false } : {}
  const moved = await moveVersion(tx, versionId, MOVES[move], { ...snapshot, ...published })
  if (!moved) throw await stateConflictError(tx, move, versionId)
  return versionId
}

function requireUnchangedBase(heads: readonly VersionHead[], number: string, checks: SubmissionChecks): void {
  const isSame =
    (findBaseVersion(heads, number)?.number ?? null) === checks.latest &&
    (findReviewedBase(heads, number)?.id ?? null) === (checks.base?.versionId ?? null)
  if (isSame) return
  throw new AppError('CONFLICT', {
    message: 'Another version was published or taken down during the checks.',
    suggestedAction: 'Submit again.',
  })
}
