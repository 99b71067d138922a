/** Where a publisher's skills fail for the people who use them, without who they are or what they sent. Floor 3. */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { documentOf } from '../db/published-document.ts'
import { listFailedRunsOf } from '../db/run-history.ts'
import type { PublicError } from '../errors.ts'
import { contractOf } from '../execution/contract-of.ts'
import { type FailureFacts, failureFacts } from '../execution/failure-facts.ts'

export type FailedRun = FailureFacts & {
  /** For lists; it is not the run's own id. */
  key: string
  /** publisher.skillset.skill */
  skillName: string
  versionNumber: string
  state: 'failed' | 'timed_out'
  /** To the minute: nobody needs to know it closer. */
  atMs: number
}

export type FailedRuns = {
  runs: FailedRun[]
  /** Pass as `after` for older ones; null on the last page. */
  nextCursor: string | null
}

const PAGE = 30
const MINUTE_MS = 60_000
const Cursor = z
  .string()
  .regex(/^run_[0-9a-f-]{36}$/)
  .optional()
  .catch(undefined)

/**
 * Failed runs of published versions of everything the viewer's organisation publishes, newest first.
 *
 * Throws UNAUTHENTICATED. Who publishes nothing gets an empty list: what others publish is not theirs to see.
 */
export async function listFailedRuns(ctx: Context, after?: unknown): Promise<FailedRuns> {
  const { organisationId } = requireViewer(ctx)
  const rows = await listFailedRunsOf(ctx.db, {
    publisherOrganisationId: organisationId,
    before: Cursor.parse(after),
    // One more than is shown says whether there is another page.
    take: PAGE + 1,
  })
  const shown = rows.slice(0, PAGE)
  return {
    runs: await Promise.all(shown.map((row, index) => showFailed(ctx, row, index))),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}

type Row = Awaited<ReturnType<typeof listFailedRunsOf>>[number]

async function showFailed(ctx: Context, row: Row, index: number): Promise<FailedRun> {
  const document = row.versionId ? await documentOf(ctx.db, row.versionId) : undefined
  const slug = row.skillName.split('.')[2]
  const skill = document?.skills.find((each) => each.slug === slug)
  const facts = failureFacts({
    // The columns hold what `judge` wrote into them.
    error: row.error as PublicError | null,
    errorDetail: row.errorDetail as Parameters<typeof failureFacts>[0]['errorDetail'],
    skill,
    response: document && skill ? contractOf(document, skill).response : undefined,
  })
  return {
    ...facts,
    key: String(index),
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    state: row.state === 'timed_out' ? 'timed_out' : 'failed',
    atMs: Math.floor(row.createdAt.getTime() / MINUTE_MS) * MINUTE_MS,
  }
}
