/**
 * Deletes the inputs and outputs of old runs, and of runs whose person asks for it. State, cost and digests stay, for
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
  eraseRunContent,
  listDueRetentions,
  listErasableFamily,
  listForgettable,
  type OldRun,
} from '../rows/run-retention.ts'
import { requireOwnRun } from '../views/find-own-run.ts'

const BATCH_SIZE = 100
const CONCURRENT_ERASURES = 4
/**
 * The other sweeps wait for this one. An organisation can start 16 runs per second; this empties several times as many.
 */
const BUDGET_MS = 5_000

/**
 * Empties a batch per organisation in turn, until the budget is used. Several processes may sweep at once. Returns
 * the number of runs emptied.
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
      const old = await listForgettable(db, { ...retention, take: BATCH_SIZE })
      await pLimit(CONCURRENT_ERASURES).map(old, (run) => erase(db, run, now))
      await deletePlanRuns(db, retention)
      count += old.length
      if (old.length === BATCH_SIZE) unfinished.push(retention)
    }
    due = performance.now() < deadline ? unfinished : []
  }
  return count
}

/**
 * Also deletes content of the runs that it called; the receipt stays. Throws UNAUTHENTICATED, NOT_FOUND,
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
  for (const run of await listErasableFamily(ctx.db, row.id)) await erase(ctx.db, run, now)
}

function erase(db: Database, run: OldRun, at: Date): Promise<void> {
  return eraseRunContent(db, run.id, { at, ...retainedFieldsOf(run) })
}

function retainedFieldsOf({ input, output, hasOutput, error }: OldRun) {
  return {
    inputDigest: digestOf(input as Json),
    outputDigest: hasOutput ? digestOf(output as Json) : null,
    error: error === null ? null : withoutDetails(error as PublicError),
  }
}
