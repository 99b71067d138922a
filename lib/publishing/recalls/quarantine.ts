/**
 * Quarantine: one admin stops all runs of some versions for at most 72 hours, while it is found out whether they have to
 * be recalled. It can be lifted, and ends by itself. See docs/spec/product.md §6.
 */
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin, type Viewer } from '../../context/context.ts'
import { MAX_QUARANTINE_HOURS } from '../../contracts/versions/withdrawal.ts'
import { listRunningOrganisations } from '../../installs/list-running.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { plural } from '../../kernel/text/plural.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { IdField, ReasonField } from '../../kernel/validation/text-fields.ts'
import { fanOutNotice } from '../../notices/fan-out-notice.ts'
import {
  findSkillSetById,
  listPublishedVersions,
  type PublishedVersion,
  type SkillSetRow,
} from '../rows/published-versions.ts'
import {
  endQuarantineRow,
  findQuarantine,
  hasWithdrawals,
  insertQuarantine,
  listEndedQuarantines,
  listExpiredQuarantines,
  listQuarantineRows,
  type QuarantineRow,
} from '../rows/quarantines.ts'
import { insertRemoval } from '../rows/removals.ts'
import { NOT_INDEPENDENT, requireIndependentAdmin } from '../rows/require-independent-admin.ts'
import { lockSkillSet } from '../rows/versions.ts'
import { stopWithdrawnRuns } from './stop-withdrawn-runs.ts'

/** So long after a quarantine ran out, the same version needs a recall instead of another quarantine. */
const NO_REPEAT_MS = 30 * 24 * HOUR_MS

const fields = z.strictObject({
  skillSetId: IdField,
  /** Without them, all published versions. */
  versionIds: z.array(IdField).max(1000).optional(),
  hours: z.coerce
    .number()
    .int()
    .min(1, 'At least one hour.')
    .max(MAX_QUARANTINE_HOURS, `At most ${MAX_QUARANTINE_HOURS} hours.`)
    .optional(),
  reason: ReasonField,
})

/**
 * Puts versions into quarantine, and returns its id. From the commit on, every channel refuses them with
 * SKILL_QUARANTINED; open runs of them have been stopped on return. Notifies the publisher, and those who installed
 * them. For admins.
 *
 * Without `hours`, it lasts as long as it may: 72 hours, less those of quarantines of the same versions that were lifted in
 * the last 30 days. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, INVALID_INPUT, and CONFLICT if one of them is withdrawn
 * already, if that time is over, or if one was in a quarantine that ran out in the last 30 days.
 */
export async function quarantine(ctx: Context, form: unknown): Promise<string> {
  const viewer = requireAdmin(ctx)
  const { skillSetId, versionIds, hours: wanted, reason } = parseFields(fields, form)
  const id = await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const { skillSet, versions } = await requireVersions(tx, skillSetId, versionIds)
    const remaining = await requireQuarantinable(tx, skillSet, versions)
    const hours = wanted ?? remaining
    if (hours > remaining) throw tooLongError(skillSet, remaining)
    const createdAt = new Date()
    const numbers = versions.map(({ number }) => number)
    const subject = formatSubject(skillSet, numbers)
    const created = { createdById: viewer.userId, createdByName: viewer.name, createdAt }
    const endsAt = new Date(createdAt.getTime() + hours * HOUR_MS)
    const quarantineId = await insertQuarantine(
      tx,
      { skillSetId, numbers, subject, reason, endsAt, ...created },
      versions.map((version) => version.id),
    )
    await refreshCatalogEntries(tx, skillSetId)
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'quarantine.begin', subject, data: { reason, hours } },
      ...{ subjectType: 'skill_set', subjectId: skillSetId },
    })
    await logPublicly(tx, { skillSet, versions }, { kind: 'quarantine', reason, by: 'admin' })
    await notifyConcerned(tx, skillSet, {
      versionIds: versions.map((version) => version.id),
      exceptUserId: viewer.userId,
      title: `${skillSet.name} ${numbers.join(', ')} is in quarantine`,
      body: `${reason}\n\nRuns are refused for at most ${hours} hours. Plans and automations wait, and go on when it ends.`,
      kind: 'quarantine.begun',
    })
    return quarantineId
  }, FAN_OUT_TRANSACTION)
  await stopWithdrawnRuns(ctx)
  return id
}

/**
 * Ends a quarantine early, and notifies the same people. For admins. Throws UNAUTHENTICATED, POLICY_DENIED (also as
 * `requireIndependentAdmin`), NOT_FOUND, INVALID_INPUT, and CONFLICT if it has ended.
 */
export async function liftQuarantine(ctx: Context, id: string, givenReason: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { reason } = parseFields(z.object({ reason: ReasonField }), { reason: givenReason })
  const row = isStorable(id) ? await findQuarantine(ctx.db, id) : null
  if (!row) throw new AppError('NOT_FOUND')
  const skillSet = await findSkillSetById(ctx.db, row.skillSetId)
  if (!skillSet) throw new AppError('NOT_FOUND')
  const isIndependent = await requireIndependentAdmin(ctx.db, viewer, skillSet.publisher)
  const said = isIndependent ? reason : `${reason} ${NOT_INDEPENDENT}`
  const isEnded = await ctx.db.$transaction(async (tx) => {
    const end = { reason: said, by: viewer }
    if (!(await endQuarantine(tx, row, end))) return false
    await recordAudit(tx, {
      ...{ actor: viewer, action: 'quarantine.lift', subject: row.subject, data: { reason: said } },
      ...{ subjectType: 'skill_set', subjectId: row.skillSetId },
    })
    return true
  }, FAN_OUT_TRANSACTION)
  if (!isEnded)
    throw new AppError('CONFLICT', {
      message: 'This quarantine has ended already.',
      suggestedAction: 'Reload the page to see how it ended.',
    })
}

/**
 * Ends the quarantines whose time is over, and stops runs of withdrawn versions that began in the moment of their
 * withdrawal. Workers call it every two seconds; several may at once.
 */
export async function sweepWithdrawals(ctx: Pick<Context, 'db'>, now = new Date()): Promise<void> {
  if (!(await hasWithdrawals(ctx.db, new Date(now.getTime() - HOUR_MS)))) return
  await stopWithdrawnRuns(ctx)
  for (const id of await listExpiredQuarantines(ctx.db, now)) {
    const row = await findQuarantine(ctx.db, id)
    if (!row) continue
    const end = { reason: 'Its time was over, and no recall followed.', by: null }
    await ctx.db.$transaction((tx) => endQuarantine(tx, row, end), FAN_OUT_TRANSACTION)
  }
}

export type QuarantineView = {
  id: string
  subject: string
  href: string
  skillSetId: string
  numbers: string[]
  reason: string
  by: string
  atMs: number
  endsAtMs: number
  endedAtMs: number | null
  endedBy: string | null
  endReason: string | null
}

const PAGE_SIZE = 100

/** Returns the newest hundred that are active, or that have ended. For admins. Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function listQuarantines(
  ctx: Context,
  { isActive }: { isActive: boolean },
): Promise<QuarantineView[]> {
  requireAdmin(ctx)
  const rows = await listQuarantineRows(ctx.db, { isActive, take: PAGE_SIZE })
  return rows.map((row) => ({
    ...{ id: row.id, subject: row.subject, skillSetId: row.skillSetId, numbers: row.numbers },
    ...{ reason: row.reason, by: row.createdByName, endedBy: row.endedByName, endReason: row.endReason },
    href: hrefOfSubject(row.subject),
    atMs: row.createdAt.getTime(),
    endsAtMs: row.endsAt.getTime(),
    endedAtMs: row.endedAt?.getTime() ?? null,
  }))
}

/** Returns the page of the SkillSet of “guildhall.text_tools 1.0.0”. */
export function hrefOfSubject(subject: string): string {
  const [publisher = '', slug = ''] = subject.replace(/ .*$/, '').split('.')
  return paths.skillSet(publisher, slug)
}

/** Returns the SkillSet and the published versions with these ids, or all of them. Throws NOT_FOUND. */
export async function requireVersions(
  tx: Tx,
  skillSetId: string,
  versionIds: readonly string[] | undefined,
): Promise<{ skillSet: SkillSetRow; versions: PublishedVersion[]; all: PublishedVersion[] }> {
  const skillSet = await findSkillSetById(tx, skillSetId)
  const all = skillSet ? await listPublishedVersions(tx, skillSetId) : []
  const isWanted = ({ id, state }: PublishedVersion) =>
    versionIds && versionIds.length > 0 ? versionIds.includes(id) : state !== 'YANKED'
  const versions = all.filter(isWanted)
  if (!skillSet || versions.length === 0) throw new AppError('NOT_FOUND')
  if (versionIds && new Set(versionIds).size > versions.length) throw new AppError('NOT_FOUND')
  return { skillSet, versions, all }
}

/** Returns for how many hours they may be in quarantine, at least one. */
async function requireQuarantinable(
  tx: Tx,
  skillSet: SkillSetRow,
  versions: readonly PublishedVersion[],
): Promise<number> {
  const withdrawn = versions.find(({ withdrawal }) => withdrawal !== null)
  if (withdrawn) {
    const how = withdrawn.withdrawal?.kind === 'recall' ? 'was recalled' : 'is in quarantine already'
    throw new AppError('CONFLICT', { message: `${skillSet.name} ${withdrawn.number} ${how}.` })
  }
  const since = new Date(Date.now() - NO_REPEAT_MS)
  const ended = await listEndedQuarantines(tx, { skillSetId: skillSet.id, since })
  const isOf = ({ number }: PublishedVersion, { numbers }: QuarantineRow) => numbers.includes(number)
  const ranOut = ended.filter(({ endedByName }) => endedByName === null)
  const repeated = versions.find((version) => ranOut.some((each) => isOf(version, each)))
  if (repeated)
    throw new AppError('CONFLICT', {
      message: `${skillSet.name} ${repeated.number} was in quarantine already, which ran out.`,
      suggestedAction: 'Propose a recall, or take the version down.',
    })
  const msOf = (version: PublishedVersion) =>
    ended
      .filter((each) => isOf(version, each))
      .reduce(
        (sum, { createdAt, endedAt }) => sum + ((endedAt ?? createdAt).getTime() - createdAt.getTime()),
        0,
      )
  const remaining = Math.floor(MAX_QUARANTINE_HOURS - Math.max(...versions.map(msOf)) / HOUR_MS)
  if (remaining < 1) throw tooLongError(skillSet, 0)
  return remaining
}

function tooLongError({ name }: SkillSetRow, remaining: number): AppError {
  return new AppError('CONFLICT', {
    message: `Versions of ${name} were in quarantine before. In 30 days, a version may be for ${MAX_QUARANTINE_HOURS} hours in all, of which ${plural(remaining, 'hour')} ${remaining === 1 ? 'is' : 'are'} left.`,
    suggestedAction:
      remaining > 0
        ? 'Choose fewer hours, or propose a recall.'
        : 'Propose a recall, or take the version down.',
  })
}

/** Returns "guildhall.text_tools 1.0.0, 1.0.1". */
export function formatSubject({ publisher, slug }: SkillSetRow, numbers: readonly string[]): string {
  return `${publisher.handle}.${slug} ${numbers.join(', ')}`
}

type Removed = { skillSet: SkillSetRow; versions: readonly PublishedVersion[] }

/** Adds to the public log what everyone could see of these versions; nothing if all are private. */
export async function logPublicly(
  tx: Tx,
  { skillSet, versions }: Removed,
  removal: Omit<Parameters<typeof insertRemoval>[1], 'subject'>,
): Promise<void> {
  const numbers = versions.filter(({ visibility }) => visibility === 'PUBLIC').map(({ number }) => number)
  if (numbers.length > 0) await insertRemoval(tx, { ...removal, subject: formatSubject(skillSet, numbers) })
}

/** `by` is the admin who lifted it; null if its time is over. */
type End = { reason: string; by: Pick<Viewer, 'userId' | 'name'> | null }

/** Returns false if it has ended. */
async function endQuarantine(tx: Tx, row: QuarantineRow, { reason, by }: End): Promise<boolean> {
  await lockSkillSet(tx, row.skillSetId)
  const skillSet = await findSkillSetById(tx, row.skillSetId)
  const versions = (await listPublishedVersions(tx, row.skillSetId)).filter(({ number }) =>
    row.numbers.includes(number),
  )
  const ended = { endedById: by?.userId ?? null, endedByName: by?.name ?? null }
  const end = { endedAt: new Date(), endReason: reason, ...ended }
  if (!skillSet || !(await endQuarantineRow(tx, row.id, end))) return false
  await refreshCatalogEntries(tx, row.skillSetId)
  const removal = { kind: 'quarantine_ended', reason, by: by ? 'admin' : 'site' } as const
  await logPublicly(tx, { skillSet, versions }, removal)
  await notifyConcerned(tx, skillSet, {
    versionIds: versions.map((version) => version.id),
    ...{ exceptUserId: by?.userId ?? '', kind: 'quarantine.ended' },
    title: `${skillSet.name} ${row.numbers.join(', ')} is no longer in quarantine`,
    body: `${reason}\n\nPlans and automations that waited go on by themselves.`,
  })
  return true
}

type ConcernedNotice = {
  versionIds: string[]
  exceptUserId: string
  kind: 'quarantine.begun' | 'quarantine.ended'
  title: string
  body: string
}

/** Notifies the publisher, and owners and admins of the organisations for which one of the versions runs. */
async function notifyConcerned(
  tx: Tx,
  skillSet: SkillSetRow,
  { versionIds, exceptUserId, ...notice }: ConcernedNotice,
): Promise<void> {
  const { publisher, slug } = skillSet
  const running = await listRunningOrganisations(tx, skillSet)
  const adminsOfIds = [...new Set(versionIds.flatMap((id) => running.get(id) ?? []))]
  const audience = { memberOfId: publisher.organisationId, adminsOfIds, exceptUserId }
  await fanOutNotice(tx, audience, { ...notice, href: paths.skillSet(publisher.handle, slug) })
}
