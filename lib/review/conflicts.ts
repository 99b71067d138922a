/** What the second of two people is told: who was first, with what, and when. Floor 3. */
import { type MoveName, whyNotMove } from '../contract/version/version-moves.ts'
import type { Tx } from '../db/client.ts'
import { findSubmissionHead } from '../db/submissions.ts'
import { findNames } from '../db/users.ts'
import { findVersionWithOwner } from '../db/versions.ts'
import { AppError } from '../errors.ts'

const DECIDED = {
  APPROVED: 'approved this submission',
  CHANGES_ASKED: 'asked for changes',
  REJECTED: 'rejected this submission',
  WITHDRAWN: 'withdrew this submission',
} as const

/** The CONFLICT for a submission that has its decision. */
export async function decidedBefore(tx: Tx, submissionId: string): Promise<AppError> {
  const submission = await findSubmissionHead(tx, submissionId)
  if (!submission?.decision || !submission.decidedById || !submission.decidedAt)
    return new AppError('CONFLICT')
  const names = await findNames(tx, [submission.decidedById])
  const who = names.get(submission.decidedById) ?? 'Somebody'
  // The zone of the reader is not known here.
  const when = submission.decidedAt.toISOString().slice(0, 16).replace('T', ' at ')
  return new AppError('CONFLICT', { message: `${who} ${DECIDED[submission.decision]} on ${when} UTC.` })
}

/** The CONFLICT for a version that is in a state which `move` does not leave. */
export async function movedBefore(tx: Tx, move: MoveName, versionId: string): Promise<AppError> {
  const version = await findVersionWithOwner(tx, versionId)
  return new AppError('CONFLICT', { message: version ? whyNotMove(move, version.state) : undefined })
}
