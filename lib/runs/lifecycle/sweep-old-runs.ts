/**
 * Purges old runs, and runs whose person asks for it: their inputs, outputs and logs are deleted. State, cost and digests stay, for
 * receipts and statistics. See docs/spec/product.md §4.
 */
import pLimit from 'p-limit'
import { type Context, requirePerson } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError, type PublicError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { withoutDetails } from '../finish/sealed-run.ts'
import { isEnded } from '../model/run-states.ts'
import {
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
