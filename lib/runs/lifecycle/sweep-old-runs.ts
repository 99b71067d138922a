/**
 * Purges old runs, and runs whose person asks for it: their inputs, outputs and logs are deleted. State, cost and digests stay, for
 * receipts and statistics. See docs/spec/product.md §4.
 */
import pLimit from 'p-limit'
import { z } from 'zod'
import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { withoutDetails } from '../finish/sealed-run.ts'
import { isEnded } from '../model/run-states.ts'
import {
  deleteBatches,
  deletePlanRuns,
  listDueRetentions,
  listPurgeable,
  listPurgeableFamily,
  type OldRun,
  purgeRunContent,
} from '../rows/run-retention.ts'
import { requireOwnRun } from '../views/find-own-run.ts'

const BATCH_SIZE = 100
const CONCURRENT_PURGES = 4
/**
 * The other sweeps wait for this one. An organisation can start 16 runs per second; this purges several times as many.
 */
const BUDGET_MS = 5_000

/**
 * Purges a batch per organisation in turn, until the budget is used. Several processes may sweep at once. Returns
 * the number of runs purged.
 */
export async function sweepOldRuns(
  { db }: Pick<Context, 'db'>,
  now = new Date(),
  budgetMs = BUDGET_MS,
): Promise<number> {
  const deadline = performance.now() + budgetMs
  let count = 0
  let due = await listDueRetentions(db, now)
  while (due.length > 0) {
    const unfinished: typeof due = []
    for (const retention of due) {
      const old = await listPurgeable(db, { ...retention, take: BATCH_SIZE })
      await pLimit(CONCURRENT_PURGES).map(old, (run) => purge(db, run, now))
      await deletePlanRuns(db, retention)
      await deleteBatches(db, retention)
      count += old.length
      if (old.length === BATCH_SIZE) unfinished.push(retention)
    }
    due = performance.now() < deadline ? unfinished : []
  }
  return count
}

/**
 * Purges a run and those that it called, at the request of a person; the receipt stays. Returns nothing. Throws UNAUTHENTICATED, NOT_FOUND,
 * POLICY_DENIED (keys, and members who did not start it), and PRECONDITION_FAILED for an open run, a step of a plan
 * and an example under review.
 */
export async function deleteRunContent(ctx: Context, id: unknown, now = new Date()): Promise<void> {
  requirePerson(ctx)
  const { row } = await requireOwnRun(ctx, id)
  if (!isEnded(row.state))
    throw new AppError('PRECONDITION_FAILED', { message: 'Wait until the run has ended.' })
  if (row.planRunId !== null)
    throw new AppError('PRECONDITION_FAILED', {
      message:
        'This run is a step of a plan, which also stores its result. The retention setting deletes both.',
    })
  if (row.submissionId !== null)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'This run is an example of a submission, which reviewers may read.',
    })
  for (const run of await listPurgeableFamily(ctx.db, row.id)) await purge(ctx.db, run, now)
}

/** As many as the list shows at once. */
const MAX_DELETED_AT_ONCE = 30

const Ids = z
  .array(z.string().max(64))
  .min(1, 'Select at least one run.')
  .max(MAX_DELETED_AT_ONCE, `Select at most ${MAX_DELETED_AT_ONCE} runs.`)

export type DeletedContents = { deleted: number; refused: { id: string; error: PublicError }[] }

/**
 * Deletes the content of several runs as `deleteRunContent`; a refused run does not stop the others. Throws
 * UNAUTHENTICATED, POLICY_DENIED for keys, and INVALID_INPUT for no or too many runs.
 */
export async function deleteRunContents(ctx: Context, ids: unknown): Promise<DeletedContents> {
  requireViewer(ctx)
  requirePerson(ctx)
  const result: DeletedContents = { deleted: 0, refused: [] }
  for (const id of new Set(parseFields(z.object({ ids: Ids }), { ids }).ids)) {
    try {
      await deleteRunContent(ctx, id)
      result.deleted += 1
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      result.refused.push({ id, error: toPublicError(thrown) })
    }
  }
  return result
}

function purge(db: Database, run: OldRun, at: Date): Promise<void> {
  return purgeRunContent(db, run.id, { at, ...selectRetainedFields(run) })
}

function selectRetainedFields({ input, output, hasOutput, error }: OldRun) {
  return {
    inputDigest: digestOf(input as Json),
    outputDigest: hasOutput ? digestOf(output as Json) : null,
    error: error === null ? null : withoutDetails(error as PublicError),
  }
}
