/** How long an organisation keeps what its runs took and gave. Floor 3. The sweep that forgets is the execution's. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin, requirePerson, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { RETENTION_DAYS, type RetentionDays } from '../contract/market/retention.ts'
import { countForgettable, findRetention, saveRetention } from '../db/run-retention.ts'

const DAY_MS = 86_400_000

export type Retention = {
  organisationName: string
  /** Null: for ever. */
  days: RetentionDays | null
  /** Owners and admins; others only read. */
  canChange: boolean
  /** How many runs each choice would empty now. */
  older: Record<RetentionDays, number>
}

/** Of the organisation that the viewer acts for. Throws UNAUTHENTICATED. */
export async function getRetention(ctx: Context, now = new Date()): Promise<Retention> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const counts = await Promise.all(
    RETENTION_DAYS.map(async (days) => {
      const before = new Date(now.getTime() - days * DAY_MS)
      return [days, await countForgettable(ctx.db, organisationId, before)] as const
    }),
  )
  const days = await findRetention(ctx.db, organisationId)
  return {
    organisationName,
    // Only `setRetention` writes it.
    days: days as RetentionDays | null,
    canChange: organisationRole !== 'MEMBER',
    older: Object.fromEntries(counts) as Retention['older'],
  }
}

const fields = z.strictObject({
  days: z.union(
    [z.null(), ...RETENTION_DAYS.map((days) => z.literal(days))],
    'Choose one of the times that are offered.',
  ),
})

/** Throws UNAUTHENTICATED, POLICY_DENIED for plain members and for keys, INVALID_INPUT. */
export async function setRetention(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const { days } = parseWith(fields, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await saveRetention(tx, organisationId, days)
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
