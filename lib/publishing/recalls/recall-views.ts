/** What admins, organisations, publishers and everyone see of recalls. Publishers never see who their customers are. */
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireAdmin, requireOrganisationAdmin, requireViewer } from '../../context/context.ts'
import { parseRecallClass, type RecallClass } from '../../contracts/versions/withdrawal.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatMicros } from '../../kernel/money.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../../kernel/validation/text-fields.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import type { ReachWay } from '../model/reach-ways.ts'
import { findSkillSetById, listPublishedVersions } from '../rows/published-versions.ts'
import {
  type AffectedRun,
  countReach,
  findRecallReach,
  listAffectedRuns,
  listAffectedVaultChanges,
  listOwnRecalls,
  markOpened,
  saveRotation,
  sumAffectedRequests,
} from '../rows/recall-reach.ts'
import {
  findRecallOwner,
  isPublicRecall,
  listPublicNumbers,
  listRecallRows,
  type RecallRow,
} from '../rows/recalls.ts'
import { describeRestored } from './reach.ts'
import { findConfirmError, isUsable, requireRecall } from './recall.ts'
import { findRetractError } from './retract-recall.ts'

/** The statement of reasons, which everyone may see. */
export type RecallStatement = {
  id: string
  title: string
  skillSet: string
  href: string
  numbers: string[]
  recallClass: RecallClass
  reason: string
  replacement: string | null
  windowFromMs: number | null
  windowToMs: number | null
  proposedAtMs: number
  confirmedAtMs: number | null
  /** Set if it turned out to be an error: its versions run again. */
  retracted: { reason: string; atMs: number } | null
  /** What a retraction does, or did, to the versions, in words. */
  restored: string
}

function toStatement(row: RecallRow): RecallStatement {
  const [publisher = '', slug = ''] = row.skillSetName.split('.')
  return {
    ...{ id: row.id, title: row.title, skillSet: row.skillSetName, numbers: row.numbers },
    href: paths.skillSet(publisher, slug),
    ...{ reason: row.reason, replacement: row.replacement, recallClass: parseRecallClass(row.recallClass) },
    windowFromMs: row.windowFrom?.getTime() ?? null,
    windowToMs: row.windowTo?.getTime() ?? null,
    proposedAtMs: row.proposedAt.getTime(),
    confirmedAtMs: row.confirmedAt?.getTime() ?? null,
    retracted: row.retractedAt && { reason: row.retractReason ?? '', atMs: row.retractedAt.getTime() },
    restored: describeRestored(row),
  }
}

/** How many organisations were reached. */
export type RecallProgress = {
  /** False while it is still being found out who is reached. */
  isGathered: boolean
  isDone: boolean
  reached: number
  told: number
  opened: number
  toRotate: number
  rotated: number
  refundedRuns: number
  /** USDC */
  refunded: string
}

export type RecallForAdmin = RecallStatement & {
  proposedBy: string
  confirmedBy: string | null
  isWithdrawn: boolean
  /** Why this admin cannot confirm it; undefined if they can. */
  confirmError?: string
  /** Null until it is confirmed. */
  progress: RecallProgress | null
  /** A proposed or confirmed retraction. */
  retraction: Retraction | null
}

export type Retraction = {
  reason: string
  proposedBy: string
  /** Names the proposal when it is confirmed. */
  proposedAtMs: number
  confirmedBy: string | null
  /** Why this admin cannot confirm it; undefined if they can. */
  confirmError?: string
  /** True when everyone has been told of it. */
  isDone: boolean
}

/** Throws UNAUTHENTICATED, POLICY_DENIED and NOT_FOUND. */
export async function getRecallForAdmin(ctx: Context, id: string): Promise<RecallForAdmin> {
  requireAdmin(ctx)
  const row = await requireRecall(ctx, id)
  const confirmError = row.confirmedAt ? undefined : await findConfirmError(ctx, row)
  return {
    ...toStatement(row),
    ...{ proposedBy: row.proposedByName, confirmedBy: row.confirmedByName },
    isWithdrawn: row.withdrawnAt !== null,
    ...(confirmError !== undefined && { confirmError }),
    progress: row.confirmedAt ? await readProgress(ctx, row) : null,
    retraction: await readRetraction(ctx, row),
  }
}

async function readRetraction(ctx: Context, row: RecallRow): Promise<Retraction | null> {
  const { retractReason: reason, retractProposedByName: proposedBy, retractedByName: confirmedBy } = row
  const proposedAtMs = row.retractProposedAt?.getTime()
  if (reason === null || proposedBy === null || proposedAtMs === undefined) return null
  const confirmError = confirmedBy === null ? await findRetractError(ctx, row) : undefined
  const isDone = row.retractToldAt !== null
  const proposal = { reason, proposedBy, proposedAtMs }
  return { ...proposal, confirmedBy, ...(confirmError !== undefined && { confirmError }), isDone }
}

async function readProgress({ db }: Pick<Context, 'db'>, row: RecallRow): Promise<RecallProgress> {
  const { refundedMicros, ...counts } = await countReach(db, row.id)
  const isDone = row.toldAt !== null
  return { ...counts, isGathered: row.gatheredAt !== null, isDone, refunded: formatMicros(refundedMicros) }
}

const PAGE_SIZE = 100

/** Returns the newest hundred proposals and recalls. For admins. */
export async function listRecalls(ctx: Context): Promise<(RecallStatement & { proposedBy: string })[]> {
  requireAdmin(ctx)
  const rows = await listRecallRows(ctx.db, PAGE_SIZE)
  return rows.map((row) => ({ ...toStatement(row), proposedBy: row.proposedByName }))
}

export type RecallChoices = {
  skillSet: { id: string; name: string; title: string }
  versions: { id: string; number: string; isTakenDown: boolean }[]
}

/** Returns what the form of a proposal offers. For admins. Throws UNAUTHENTICATED, POLICY_DENIED and NOT_FOUND. */
export async function getRecallChoices(ctx: Context, skillSetId: string): Promise<RecallChoices> {
  requireAdmin(ctx)
  const skillSet = await findSkillSetById(ctx.db, parseFields(IdField, skillSetId))
  if (!skillSet) throw new AppError('NOT_FOUND')
  const versions = (await listPublishedVersions(ctx.db, skillSet.id))
    .filter(({ withdrawal }) => withdrawal?.kind !== 'recall')
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
  return {
    skillSet: {
      id: skillSet.id,
      name: `${skillSet.publisher.handle}.${skillSet.slug}`,
      title: skillSet.name,
    },
    versions: versions.map(({ id, number, state }) => ({ id, number, isTakenDown: state === 'YANKED' })),
  }
}

export type OwnRecall = {
  ways: ReachWay[]
  runCount: number
  runs: {
    id: string
    href: string
    skillName: string
    number: string
    state: AffectedRun['state']
    atMs: number
    by: string
    charged: string
    isRefunded: boolean
  }[]
  secrets: { key: string; host: string; runs: number; isRotated: boolean }[]
  /** Bytes of requests that left for a host in the newest runs, the most first. */
  sent: { host: string; bytes: number; runs: number }[]
  summedRuns: number
  /** Those of them whose requests are not known any more, because their content was deleted. */
  untoldRuns: number
  configHref: string
  vaultChanges: { operationId: string; runId: string; atMs: number; isUndone: boolean; paths: string[] }[]
  /** What used the outputs: the runs that called the version, and the plan runs of which it was a step. */
  usedBy: { label: string; href: string; atMs: number }[]
  refundedRuns: number
  refunded: string
  canRotate: boolean
}

export type RecallPage = {
  recall: RecallStatement
  organisation: { id: string; name: string } | null
  /** What concerns the viewer's organisation; null if the recall does not reach it. */
  own: OwnRecall | null
  /** For members of the publisher: numbers only. */
  forPublisher: RecallProgress | null
}

const LISTED_RUNS = 100
const MAX_SUMMED_RUNS = 1_000

/**
 * Returns the statement for everyone, and what the viewer's organisation should know; remembers that it was opened.
 * Throws NOT_FOUND, also for a proposal, and for a recall of private versions that does not reach the viewer.
 */
export async function getRecallPage(ctx: Context, id: string): Promise<RecallPage> {
  const row = await requireRecall(ctx, id)
  if (!row.confirmedAt) throw new AppError('NOT_FOUND')
  const owner = await findRecallOwner(ctx.db, row.skillSetId)
  const { viewer } = ctx
  const isPublisher =
    viewer !== null &&
    owner !== null &&
    (await findRole(ctx.db, { userId: viewer.userId, organisationId: owner.organisationId })) !== null
  const own = viewer ? await readOwn(ctx, row) : null
  if (!own && !isPublisher && viewer?.role !== 'ADMIN' && !(await isPublicRecall(ctx.db, row.versionIds)))
    throw new AppError('NOT_FOUND')
  return {
    recall: isPublisher || viewer?.role === 'ADMIN' ? toStatement(row) : await toPublicStatement(ctx, row),
    organisation: viewer && { id: viewer.organisationId, name: viewer.organisationName },
    own,
    forPublisher: isPublisher ? await readProgress(ctx, row) : null,
  }
}

async function readOwn(ctx: Context, row: RecallRow): Promise<OwnRecall | null> {
  const { db } = ctx
  const { organisationId, organisationRole } = requireViewer(ctx)
  const key = { recallId: row.id, organisationId }
  const reach = await findRecallReach(db, key)
  if (!reach?.toldAt) return null
  await markOpened(db, key, new Date())
  const wanted = { organisationId, take: LISTED_RUNS }
  const runs = await listAffectedRuns(db, row, wanted)
  const sums = await sumAffectedRequests(db, row, { organisationId, take: MAX_SUMMED_RUNS })
  const changes = await listAffectedVaultChanges(db, row, wanted)
  const [publisher = '', slug = ''] = row.skillSetName.split('.')
  return {
    ways: reach.ways as ReachWay[],
    runCount: reach.runs,
    runs: runs.map((run) => ({
      ...{ id: run.id, href: paths.run(run.id), skillName: run.skillName, number: run.versionNumber },
      ...{ state: run.state, atMs: run.createdAt.getTime(), by: run.userName },
      charged: formatMicros(run.chargedMicros ?? 0n),
      isRefunded: run.refundedAt !== null,
    })),
    secrets: reach.secrets.map((secret) => ({
      ...{ key: secret.key, host: secret.host, runs: secret.runs, isRotated: secret.rotatedAt !== null },
    })),
    sent: sums.hosts,
    summedRuns: sums.runs,
    untoldRuns: sums.untold,
    configHref: paths.config(publisher, slug),
    vaultChanges: changes.map(({ at, ...change }) => ({ ...change, atMs: at.getTime() })),
    usedBy: listUses(runs),
    refundedRuns: reach.refundedRuns,
    refunded: formatMicros(reach.refundedMicros),
    canRotate: organisationRole !== 'MEMBER' && ctx.keyId === undefined,
  }
}

function listUses(runs: Awaited<ReturnType<typeof listAffectedRuns>>): OwnRecall['usedBy'] {
  const uses = new Map<string, OwnRecall['usedBy'][number]>()
  for (const { parentRunId, parentSkill, planRunId, createdAt } of runs) {
    const add = (href: string, label: string) => uses.set(href, { href, label, atMs: createdAt.getTime() })
    if (parentRunId !== null) add(paths.run(parentRunId), `A run of ${parentSkill ?? 'code'} called it`)
    if (planRunId !== null) add(paths.planRun(planRunId), 'A plan run had it as a step')
  }
  return [...uses.values()]
}

const rotation = z.object({
  recallId: IdField,
  key: LineField,
  host: z.string().max(300),
  isRotated: z.boolean(),
})

/**
 * Ticks a secret of the viewer's organisation as rotated, or takes the tick back. For its owners and admins. Throws
 * UNAUTHENTICATED, POLICY_DENIED, INVALID_INPUT and NOT_FOUND.
 */
export async function setRotated(ctx: Context, form: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  const { isRotated, ...secret } = parseFields(rotation, form)
  const row = await requireRecall(ctx, secret.recallId)
  await ctx.db.$transaction(async (tx) => {
    const at = isRotated ? new Date() : null
    const { organisationId } = viewer
    const by = isRotated ? viewer.userId : null
    if (!(await saveRotation(tx, { ...secret, organisationId }, { rotatedAt: at, rotatedById: by })))
      throw new AppError('NOT_FOUND')
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'recall.rotate', subjectType: 'organisation', subjectId: organisationId },
      subject: `${row.skillSetName} ${row.numbers.join(', ')}`,
      data: { key: secret.key, host: secret.host, isRotated },
    })
  })
}

/** Returns the statement as those see it who may not know of private versions, and with a replacement only while it runs. */
async function toPublicStatement({ db }: Pick<Context, 'db'>, row: RecallRow): Promise<RecallStatement> {
  const versions = await listPublishedVersions(db, row.skillSetId)
  const isNamed = versions.some(
    (version) => version.number === row.replacement && isUsable(version) && version.visibility === 'PUBLIC',
  )
  return toStatement({
    ...row,
    numbers: await publicNumbersOf(db, row),
    replacement: isNamed ? row.replacement : null,
  })
}

/** All numbers if no version is public: then only those may see it who could run them. */
async function publicNumbersOf(
  db: Context['db'],
  { numbers, versionIds }: Pick<RecallRow, 'numbers' | 'versionIds'>,
): Promise<string[]> {
  const shown = await listPublicNumbers(db, versionIds)
  return shown.length > 0 ? numbers.filter((number) => shown.includes(number)) : numbers
}

export type OwnRecallLine = RecallStatement & { isOpened: boolean; toRotate: number }

/** Returns the recalls that reach the viewer's organisation, the newest first. Throws UNAUTHENTICATED. */
export async function listRecallsOfOwn(ctx: Context): Promise<OwnRecallLine[]> {
  const { organisationId } = requireViewer(ctx)
  const rows = await listOwnRecalls(ctx.db, organisationId, PAGE_SIZE)
  return Promise.all(
    rows.map(async ({ recall, openedAt, secrets }) => ({
      ...toStatement({ ...recall, numbers: await publicNumbersOf(ctx.db, recall) }),
      isOpened: openedAt !== null,
      // After a retraction nothing has to be rotated; the page still has the list.
      toRotate: recall.retractedAt ? 0 : secrets.filter(({ rotatedAt }) => rotatedAt === null).length,
    })),
  )
}
