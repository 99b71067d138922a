/** The caller has the SkillSet's lock, which serialises submissions. */

import { listVersionHeads, moveVersion, reserveVersion, type VersionHead } from '../../db/catalog/versions.ts'
import type { Tx } from '../../db/core/prisma-client.ts'
import { AppError } from '../../errors.ts'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import { baseVersion, reviewedBase, usedNumbers } from '../../skillset/versions/version-number.ts'
import { MOVES } from '../../skillset/versions/version-states.ts'
import { stateConflictError } from '../model/review-preconditions.ts'
import type { SubmissionChecks } from '../model/review-views.ts'

/** Throws CONFLICT for a used number, and while another version is in review. */
export function requireFreeNumber(heads: readonly VersionHead[], number: string): void {
  const waiting = heads.find(({ state }) => state === 'IN_REVIEW')
  if (waiting) {
    const message = `${waiting.number} is in review. Withdraw it, or wait for the decision, before you submit again.`
    throw new AppError('CONFLICT', { message })
  }
  if (!usedNumbers(heads).includes(number)) return
  const message = `${number} has already been used, and version numbers cannot be reused. Choose the next one.`
  throw new AppError('CONFLICT', { message, issues: [{ path: '/version', message }] })
}

/**
 * Reuses a number that was sent back. Throws CONFLICT if the number was used, or the version it was compared with has
 * changed.
 */
export async function freezeSnapshot(
  tx: Tx,
  handIn: { skillSetId: string; document: SkillSetDocument; checks: SubmissionChecks },
): Promise<string> {
  const { skillSetId, document, checks } = handIn
  const { version: number, visibility, changelog = '' } = document
  const heads = await listVersionHeads(tx, skillSetId)
  requireFreeNumber(heads, number)
  requireUnchangedBase(heads, number, checks)

  const snapshot = { document, visibility, changelog }
  const reserved = heads.find((head) => head.number === number)
  const versionId = reserved?.id ?? (await reserveVersion(tx, { skillSetId, number, ...snapshot }))
  if (!versionId) throw new AppError('CONFLICT')
  const move = visibility === 'PRIVATE' ? 'publish' : 'submit'
  const published = visibility === 'PRIVATE' ? { publishedAt: new Date(), reviewed: false } : {}
  const moved = await moveVersion(tx, versionId, MOVES[move], { ...snapshot, ...published })
  if (!moved) throw await stateConflictError(tx, move, versionId)
  return versionId
}

function requireUnchangedBase(heads: readonly VersionHead[], number: string, checks: SubmissionChecks): void {
  const isSame =
    (baseVersion(heads, number)?.number ?? null) === checks.latest &&
    (reviewedBase(heads, number)?.id ?? null) === (checks.base?.versionId ?? null)
  if (isSame) return
  const message = 'Another version was published or taken down during the checks. Submit again.'
  throw new AppError('CONFLICT', { message })
}
