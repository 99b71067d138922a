import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { openSecret, storeSecret } from '../../config/sealed-secrets.ts'
import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import { hashSecretToken, makeSecretToken } from '../../kernel/db/secret-token.ts'
import { AppError } from '../../kernel/errors.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { deleteSealedSecret } from '../../settings/rows/setting-rows.ts'
import { isEnded } from '../model/run-states.ts'
import { SHARE_EXPIRIES } from '../model/share-expiry.ts'
import { setDetailsShared } from '../rows/failed-run-rows.ts'
import type { RunWithOwners } from '../rows/run-history.ts'
import {
  findRunByToken,
  findShare,
  insertShare,
  listLiveShares,
  listShareRows,
  revokeShareRow,
  type ShareRow,
} from '../rows/shares.ts'
import { findRunSkill, requireOwnRun, truncateForPage } from './find-own-run.ts'
import type { SharedLink, SharedRun, ShareLine } from './run-view.ts'
import { showRun, showShare } from './show-run.ts'
import { findSkillTitles } from './skill-titles.ts'

const ShareFields = z.object({ expiry: z.enum(SHARE_EXPIRIES).default('never') })

/**
 * Creates a link. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED, INVALID_INPUT for another expiry, and
 * PRECONDITION_FAILED while the run goes on or after its content was deleted.
 */
export async function shareRun(
  ctx: Context,
  runId: unknown,
  options: unknown = {},
  now = new Date(),
): Promise<{ token: string; share: ShareLine }> {
  const { userId } = requireViewer(ctx)
  const { row } = await requireOwnRun(ctx, runId)
  const { expiry } = parseFields(ShareFields, options)
  if (!isEnded(row.state))
    throw new AppError('PRECONDITION_FAILED', { message: 'Wait until the run has ended, then share it.' })
  if (row.purgedAt)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input and output of this run were deleted.' })
  const { token, tokenHash } = makeSecretToken()
  const id = randomUUIDv7()
  const expiresAt = expiry === 'never' ? null : new Date(now.getTime() + Number(expiry) * DAY_MS)
  const share = await ctx.db.$transaction(async (tx) => {
    await storeSecret(tx, { organisationId: row.organisationId, id }, token)
    return insertShare(tx, { id, runId: row.id, tokenHash, createdById: userId, expiresAt })
  })
  return { token, share: { ...showShare(share), token } }
}

/** Ends a link. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED as `requireOwnRun`. */
export async function revokeShare(ctx: Context, id: unknown): Promise<void> {
  requireViewer(ctx)
  const share = typeof id === 'string' ? await findShare(ctx.db, id) : null
  if (!share) throw new AppError('NOT_FOUND')
  await requireOwnRun(ctx, share.runId)
  await ctx.db.$transaction(async (tx) => {
    await revokeShareRow(tx, share.id)
    await deleteSealedSecret(tx, share.id)
  })
}

/** Returns the links of a run with their tokens, which only those who may end them should see. */
export async function listShares(db: Context['db'], runId: string): Promise<ShareLine[]> {
  return Promise.all((await listShareRows(db, runId)).map((row) => showWithToken(db, row)))
}

/** A link without a token was created by an earlier version, or cannot be decrypted with the keys of this server. */
async function showWithToken(db: Context['db'], row: ShareRow): Promise<ShareLine> {
  const token = row.revokedAt ? null : await openSecret(db, row.id)
  return { ...showShare(row), ...(token !== null && { token }) }
}

const MAX_LISTED_LINKS = 200

/** Returns the viewer's open links to runs of the organisation, newest first. Throws UNAUTHENTICATED. */
export async function listMyLinks(ctx: Context): Promise<SharedLink[]> {
  const { userId: createdById, organisationId } = requireViewer(ctx)
  requirePerson(ctx)
  const rows = await listLiveShares(ctx.db, { createdById, organisationId, take: MAX_LISTED_LINKS })
  const titles = await findSkillTitles(ctx.db, [...new Set(rows.map(({ run }) => run.skillName))])
  return Promise.all(
    rows.map(async (row) => ({
      ...(await showWithToken(ctx.db, row)),
      run: {
        id: row.run.id,
        skillTitle: titles.get(row.run.skillName) ?? row.run.skillName,
        ...(row.run.inputSummary !== null && { title: row.run.inputSummary }),
        createdAtMs: row.run.createdAt.getTime(),
      },
    })),
  )
}

/** Returns what a link shows to anyone. Throws NOT_FOUND for unknown, ended and expired links. */
export async function getSharedRun(ctx: Pick<Context, 'db'>, token: unknown): Promise<SharedRun> {
  const { run, skill } = await getWholeSharedRun(ctx, token)
  return { run: truncateForPage(run), skill }
}

/** Returns values of any size. Throws as `getSharedRun`. */
export async function getWholeSharedRun(ctx: Pick<Context, 'db'>, token: unknown): Promise<SharedRun> {
  const row = typeof token === 'string' ? await findRunByToken(ctx.db, hashSecretToken(token)) : null
  if (!row)
    throw new AppError('NOT_FOUND', { message: 'This link does not exist, has expired or was ended.' })
  const { skillName, versionNumber, mode, state, input, output, error, durationMs, createdAtMs, endedAtMs } =
    showRun(row)
  return {
    run: { skillName, versionNumber, mode, state, input, output, error, durationMs, createdAtMs, endedAtMs },
    skill: await findRunSkill(ctx.db, row),
  }
}

/** Returns null if the publisher sees the details anyway. */
export function findOutsidePublisher({ mode, skillSet, organisationId }: RunWithOwners): string | null {
  const isOutside = skillSet !== null && skillSet.publisher.organisationId !== organisationId
  return isOutside && mode === 'production' ? skillSet.publisher.handle : null
}

/**
 * Stops sharing if `share` is false. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for keys and for members who
 * may only read the run, and PRECONDITION_FAILED if there is nothing to share.
 */
export async function shareFailure(
  ctx: Context,
  id: unknown,
  share: boolean,
): Promise<{ sharedAtMs: number | null }> {
  requirePerson(ctx)
  const { row } = await requireOwnRun(ctx, id)
  const hasFailed = row.state === 'failed' || row.state === 'timed_out'
  if (!hasFailed || row.purgedAt !== null || findOutsidePublisher(row) === null)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Only the details of a failed run of another publisher’s skill can be shared.',
    })
  const at = new Date()
  await setDetailsShared(ctx.db, row.id, { by: share ? requireViewer(ctx).userId : null, at })
  return { sharedAtMs: share ? at.getTime() : null }
}
