import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import type { PublicError } from '../../kernel/errors.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { contractOf } from '../../runs/resolve/runnable.ts'
import { listFailedRunsOf, listFailuresOfOthers } from '../../runs/rows/failed-run-rows.ts'
import {
  type FailureFacts,
  type FailureSource,
  failureCauses,
  failureOutline,
  sharedFailure,
} from '../../runs/views/failure-facts.ts'
import { findPublishedDocument } from '../rows/versions.ts'
import { type FailureGroups, groupFailures } from './failure-groups.ts'

export type FailedRun = FailureFacts & {
  key: string
  skillName: string
  versionNumber: string
  state: 'failed' | 'timed_out'
  /** Rounded down to the minute, for the customer's privacy. */
  atMs: number
  /** True if the customer shared the run, or it is the publisher's own. */
  isDetailed: boolean
}

export type FailureCause = Pick<FailureFacts, 'code' | 'message' | 'line'> & {
  skillName: string
  versionNumber: string
  issue?: FailureFacts['issues'][number]
  /** Rounded down to a coarse scale. */
  organisations: number
}

type FailedRuns = {
  runs: FailedRun[]
  /** First page only. */
  groups: FailureGroups
  /** Several organisations met these; first page only. */
  causes: FailureCause[]
  /** The value for `after`; null on the last page. */
  nextCursor: string | null
}

const PAGE = 30
const MINUTE_MS = 60_000
const Cursor = z
  .string()
  .regex(/^run_[0-9a-f-]{36}$/)
  .optional()
  .catch(undefined)
const Skill = z.string().max(200).refine(isStorable).optional().catch(undefined)
const NO_GROUPS: FailureGroups = { groups: [], total: 0, isCut: false }

/**
 * Returns failures of published versions, newest first, without customers and inputs; empty without publications.
 * Throws UNAUTHENTICATED.
 */
export async function listFailedRuns(ctx: Context, after?: unknown, skill?: unknown): Promise<FailedRuns> {
  const { organisationId } = requireViewer(ctx)
  const skillName = Skill.parse(skill)
  const before = Cursor.parse(after)
  const rows = await listFailedRunsOf(ctx.db, {
    publisherOrganisationId: organisationId,
    before,
    skillName,
    take: PAGE + 1,
  })
  const shown = rows.slice(0, PAGE)
  return {
    runs: await Promise.all(shown.map((row, index) => showFailed(ctx, row, index))),
    groups: before === undefined ? await groupFailures(ctx, organisationId) : NO_GROUPS,
    causes: before === undefined ? await listFailureCauses(ctx, organisationId) : [],
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}

type FailedRow = Awaited<ReturnType<typeof listFailedRunsOf>>[number]

async function showFailed(ctx: Context, row: FailedRow, index: number): Promise<FailedRun> {
  const isDetailed = row.detailsSharedAt !== null || row.organisationId === requireViewer(ctx).organisationId
  const failed = await loadFailedRun(ctx, row)
  return {
    ...(isDetailed ? sharedFailure(failed) : failureOutline(failed)),
    key: String(index),
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    state: row.state === 'timed_out' ? 'timed_out' : 'failed',
    atMs: Math.floor(row.createdAt.getTime() / MINUTE_MS) * MINUTE_MS,
    isDetailed,
  }
}

/**
 * Code may choose a name, code or line that reveals a customer's input, so MIN_ORGANISATIONS must meet a cause, which
 * has no run count. Those that share a member with the publisher do not count.
 */
const MIN_ORGANISATIONS = 3
const STEPS = [MIN_ORGANISATIONS, 10, 30, 100, 300, 1_000]
const DAYS = 30
const MAX_ROWS = 2_000
const MAX_CAUSES = 50

/** Covers 30 days; most organisations first. */
async function listFailureCauses(ctx: Context, organisationId: string): Promise<FailureCause[]> {
  const since = new Date(Date.now() - DAYS * 86_400_000)
  const rows = await listFailuresOfOthers(ctx.db, { organisationId, since, take: MAX_ROWS })
  const met = new Map<string, { cause: Omit<FailureCause, 'organisations'>; by: Set<string> }>()
  for (const row of rows) {
    for (const cause of await causesOf(ctx, row)) {
      const key = JSON.stringify(cause)
      const known = met.get(key) ?? { cause, by: new Set<string>() }
      met.set(key, { ...known, by: known.by.add(row.organisationId) })
    }
  }
  return [...met.values()]
    .flatMap(({ cause, by }) => {
      const organisations = STEPS.findLast((step) => by.size >= step)
      return organisations === undefined ? [] : [{ ...cause, organisations }]
    })
    .sort((one, other) => other.organisations - one.organisations)
    .slice(0, MAX_CAUSES)
}

async function causesOf(ctx: Context, row: FailedRow): Promise<Omit<FailureCause, 'organisations'>[]> {
  const { code, message, issues, line } = failureCauses(await loadFailedRun(ctx, row))
  const { skillName, versionNumber } = row
  const of = { skillName, versionNumber, code, message }
  if (issues.length > 0) return issues.map((issue) => ({ ...of, issue }))
  return [{ ...of, ...(line !== undefined && { line }) }]
}

async function loadFailedRun(ctx: Context, row: FailedRow): Promise<FailureSource> {
  const document = row.versionId ? await findPublishedDocument(ctx.db, row.versionId) : undefined
  const slug = row.skillName.split('.')[2]
  const skill = document?.skills.find((each) => each.slug === slug)
  return {
    // `judgeOutcome` created these values.
    error: row.error as PublicError | null,
    errorDetail: row.errorDetail as FailureSource['errorDetail'],
    skill,
    response: document && skill ? contractOf(document, skill).response : undefined,
  }
}
