import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import type { ErrorCode, PublicError } from '../../kernel/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { buildContract } from '../../runs/resolve/runnable.ts'
import { listFailedRunsOf, listFailureKinds, listFailuresOfOthers } from '../../runs/rows/failed-run-rows.ts'
import {
  type FailureFacts,
  type FailureSource,
  failureCauses,
  failureOutline,
  sharedFailure,
} from '../../runs/views/failure-facts.ts'
import { findPublishedDocument } from '../rows/versions.ts'

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

export type FailureCause = Pick<FailureFacts, 'code' | 'message' | 'line' | 'type'> & {
  skillName: string
  versionNumber: string
  issue?: FailureFacts['issues'][number]
  /** Rounded down to a step of STEPS. */
  organisations: number
}

type FailedRuns = {
  runs: FailedRun[]
  /** Empty but on the first page. */
  groups: FailureGroups
  /** Causes that at least MIN_ORGANISATIONS met, most of them first; first page only. */
  causes: FailureCause[]
  /** What to pass as `after` for the next page; null on the last one. */
  nextCursor: string | null
}

const PAGE = 30
const Cursor = z
  .string()
  .regex(/^run_[0-9a-f-]{36}$/)
  .optional()
  .catch(undefined)
const Skill = z.string().max(200).refine(isStorable).optional().catch(undefined)
const NO_GROUPS: FailureGroups = { groups: [], total: 0, isCut: false }

type FailedRunsQuery = {
  after?: unknown
  skill?: unknown
  /** By default those of others: own tests are no sign of what customers meet. */
  by?: 'publisher' | 'others'
}

/**
 * Returns failures of published versions, newest first, without customers and inputs; empty without publications.
 * Throws UNAUTHENTICATED.
 */
export async function listFailedRuns(
  ctx: Context,
  { after, skill, by = 'others' }: FailedRunsQuery = {},
): Promise<FailedRuns> {
  const { organisationId } = requireViewer(ctx)
  const skillName = Skill.parse(skill)
  const before = Cursor.parse(after)
  const rows = await listFailedRunsOf(ctx.db, {
    publisherOrganisationId: organisationId,
    by,
    before,
    skillName,
    take: PAGE + 1,
  })
  const page = rows.slice(0, PAGE)
  return {
    runs: await Promise.all(page.map((row, index) => toFailedRun(ctx, row, index))),
    groups: before === undefined ? await groupFailures(ctx, organisationId, by) : NO_GROUPS,
    causes: before === undefined && by === 'others' ? await listFailureCauses(ctx, organisationId) : [],
    nextCursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

type FailedRow = Awaited<ReturnType<typeof listFailedRunsOf>>[number]

async function toFailedRun(ctx: Context, row: FailedRow, index: number): Promise<FailedRun> {
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
 * A cause is shown once this many organisations met it, and without a count of runs, because a skill's code can choose a
 * name, code or line that reveals a customer's input. Organisations that share a member with the publisher do not count.
 */
const MIN_ORGANISATIONS = 3
const STEPS = [MIN_ORGANISATIONS, 10, 30, 100, 300, 1_000]
const DAYS = 30
const MAX_ROWS = 2_000
const MAX_CAUSES = 50

/** Returns the causes of 30 days, those that most organisations met first. */
async function listFailureCauses(ctx: Context, organisationId: string): Promise<FailureCause[]> {
  const since = new Date(Date.now() - DAYS * DAY_MS)
  const rows = await listFailuresOfOthers(ctx.db, { organisationId, since, take: MAX_ROWS })
  const found = new Map<string, { cause: Omit<FailureCause, 'organisations'>; by: Set<string> }>()
  for (const row of rows) {
    for (const cause of await listCauses(ctx, row)) {
      const key = JSON.stringify(cause)
      const known = found.get(key) ?? { cause, by: new Set<string>() }
      found.set(key, { ...known, by: known.by.add(row.organisationId) })
    }
  }
  return [...found.values()]
    .flatMap(({ cause, by }) => {
      const organisations = STEPS.findLast((step) => by.size >= step)
      return organisations === undefined ? [] : [{ ...cause, organisations }]
    })
    .sort((one, other) => other.organisations - one.organisations)
    .slice(0, MAX_CAUSES)
}

async function listCauses(ctx: Context, row: FailedRow): Promise<Omit<FailureCause, 'organisations'>[]> {
  const { code, message, issues, line, type } = failureCauses(await loadFailedRun(ctx, row))
  const { skillName, versionNumber } = row
  const common = { skillName, versionNumber, code, message, ...(type !== undefined && { type }) }
  if (issues.length > 0) return issues.map((issue) => ({ ...common, issue }))
  return [{ ...common, ...(line !== undefined && { line }) }]
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
    response: document && skill ? buildContract(document, skill).response : undefined,
  }
}

export type FailureGroup = {
  skillName: string
  versionNumber: string
  /** The code of this site: one that the skill chose could reveal a customer's input. */
  code: ErrorCode
  message: string
  count: number
  /** The share of the counted failures, 0 to 1. */
  share: number
  /** The UTC days of the first and the last failure, as epoch milliseconds of their start. */
  firstMs: number
  lastMs: number
}

export type FailureGroups = {
  groups: FailureGroup[]
  total: number
  /** True if there are more failures than were counted, which are the latest. */
  isCut: boolean
}

const MAX_COUNTED = 1_500

/**
 * Groups the failures of 30 days by skill, version and code, the largest group first. Reveals no more than the list of
 * failed runs does.
 */
async function groupFailures(
  ctx: Context,
  publisherOrganisationId: string,
  by: 'publisher' | 'others',
): Promise<FailureGroups> {
  const since = new Date(Date.now() - DAYS * DAY_MS)
  const rows = await listFailureKinds(ctx.db, { publisherOrganisationId, by, since, take: MAX_COUNTED })
  const groups = new Map<string, FailureGroup>()
  for (const { skillName, versionNumber, error, createdAt } of rows) {
    const { code, message } = failureOutline({ error: error as PublicError | null, errorDetail: null })
    const day = Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS
    const key = JSON.stringify([skillName, versionNumber, code, message])
    const known = groups.get(key)
    groups.set(key, {
      ...(known ?? { skillName, versionNumber, code, message, share: 0 }),
      count: (known?.count ?? 0) + 1,
      firstMs: Math.min(known?.firstMs ?? day, day),
      lastMs: Math.max(known?.lastMs ?? day, day),
    })
  }
  return {
    groups: [...groups.values()]
      .map((group) => ({ ...group, share: group.count / rows.length }))
      .sort((one, other) => other.count - one.count || other.lastMs - one.lastMs),
    total: rows.length,
    isCut: rows.length === MAX_COUNTED,
  }
}
