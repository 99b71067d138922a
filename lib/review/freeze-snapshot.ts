/**
 * The moment a number and its document are fixed. Floor 3.
 *
 * The caller holds the SkillSet's lock: of two who submit at once, the second looks at what the first has done.
 */

import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { baseVersion, numbersTaken, reviewedBase } from '../contract/version/base-version.ts'
import { MOVES } from '../contract/version/version-moves.ts'
import type { Tx } from '../db/client.ts'
import { listVersionHeads, moveVersion, reserveVersion, type VersionHead } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { movedBefore } from './conflicts.ts'
import type { SubmissionChecks } from './views.ts'

/** Throws CONFLICT when the number is spent, or something of this SkillSet waits already. */
export function requireFree(heads: readonly VersionHead[], number: string): void {
  const waiting = heads.find(({ state }) => state === 'IN_REVIEW')
  if (waiting) {
    const message = `${waiting.number} is in review. Withdraw it, or wait for the decision, before you submit again.`
    throw new AppError('CONFLICT', { message })
  }
  if (!numbersTaken(heads).includes(number)) return
  const message = `${number} was used before, and a number is never used again. Choose the next one.`
  throw new AppError('CONFLICT', { message, issues: [{ path: '/version', message }] })
}

/**
 * Reserves the number, or takes up one of ours that is free again, puts the document into it, and moves it on.
 *
 * Returns the version's id. Throws CONFLICT when the checks no longer hold: the number went, or what it was
 * measured against did.
 */
export async function freezeSnapshot(
  tx: Tx,
  handIn: { skillSetId: string; document: SkillSetDocument; checks: SubmissionChecks },
): Promise<string> {
  const { skillSetId, document, checks } = handIn
  const { version: number, visibility, changelog = '' } = document
  const heads = await listVersionHeads(tx, skillSetId)
  requireFree(heads, number)
  requireSameMeasure(heads, number, checks)

  const snapshot = { document, visibility, changelog }
  const kept = heads.find((head) => head.number === number)
  const versionId = kept?.id ?? (await reserveVersion(tx, { skillSetId, number, ...snapshot }))
  if (!versionId) throw new AppError('CONFLICT')
  const move = visibility === 'PRIVATE' ? 'publish' : 'submit'
  const published = visibility === 'PRIVATE' ? { publishedAt: new Date(), reviewed: false } : {}
  const moved = await moveVersion(tx, versionId, MOVES[move], { ...snapshot, ...published })
  if (!moved) throw await movedBefore(tx, move, versionId)
  return versionId
}

function requireSameMeasure(heads: readonly VersionHead[], number: string, checks: SubmissionChecks): void {
  const isSame =
    (baseVersion(heads, number)?.number ?? null) === checks.latest &&
    (reviewedBase(heads, number)?.id ?? null) === (checks.base?.versionId ?? null)
  if (isSame) return
  const message = 'Another version was published or taken down while this one was checked. Submit again.'
  throw new AppError('CONFLICT', { message })
}
