/** The retention of runs' inputs and outputs, which the sweep of runs applies. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import {
  type Context,
  freshAdmission,
  requireOrganisationAdmin,
  requirePerson,
  requireViewer,
} from '../context/context.ts'
import { DAY_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { countPurgeable, findRetention, saveRunRetention } from '../runs/rows/run-retention.ts'
import { RETENTION_DAYS, type RetentionDays } from '../settings/retention-days.ts'

export type Retention = {
  organisationName: string
  days: RetentionDays | null
  canChange: boolean
  older: Record<RetentionDays, number>
}

export async function getRetention(ctx: Context, now = new Date()): Promise<Retention> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const counts = await Promise.all(
    RETENTION_DAYS.map(async (days) => {
      const before = new Date(now.getTime() - days * DAY_MS)
      return [days, await countPurgeable(ctx.db, organisationId, before)] as const
    }),
  )
  const days = await findRetention(ctx.db, organisationId)
  return {
    organisationName,
    days: days as RetentionDays | null,
    canChange: organisationRole !== 'MEMBER',
    older: Object.fromEntries(counts) as Retention['older'],
  }
}

/** Returns whether the caller's organisation stores inputs and outputs at all. */
export async function storesRuns(ctx: Context): Promise<boolean> {
  return (await findRetentionDays(ctx)) !== 0
}

/** Returns how many days the caller's organisation stores inputs and outputs; null for ever. */
export async function findRetentionDays(ctx: Context): Promise<number | null> {
  const { organisationId } = requireViewer(ctx)
  const admission = freshAdmission(ctx)
  return admission ? admission.retentionDays : findRetention(ctx.db, organisationId)
}

const fields = z.strictObject({
  days: z.union(
    [z.null(), ...RETENTION_DAYS.map((days) => z.literal(days))],
    'Choose one of the listed periods.',
  ),
})

/** Throws UNAUTHENTICATED, POLICY_DENIED for plain members and keys, INVALID_INPUT. */
export async function setRetention(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const { days } = parseFields(fields, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await saveRunRetention(tx, organisationId, days)
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.retention',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { days },
    })
  })
}
