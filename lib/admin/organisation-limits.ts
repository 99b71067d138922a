import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { sumSkills, sumStored, sumVaults } from '../blobs/rows/storage-entries.ts'
import { type Context, requireAdmin } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../organisations/rows/memberships.ts'
import {
  findOrganisation,
  findOrganisationProfile,
  type OrganisationProfile,
} from '../organisations/rows/organisations.ts'
import { LIMIT_NAMES, LIMITS, type LimitName } from '../settings/limit-table.ts'
import { forgetStoredSettings, type LimitSource, readLimit } from '../settings/read-settings.ts'
import { saveLimitRow } from '../settings/rows/setting-rows.ts'
import { limitIssues } from './site-settings.ts'

type OwnLimitView = {
  value: number
  source: LimitSource
  forAll: number
  /** Null for limits that do not count bytes. */
  usedBytes: number | null
}

export type OrganisationAdminPage = OrganisationProfile & { limits: Partial<Record<LimitName, OwnLimitView>> }

const OWN_LIMITS = LIMIT_NAMES.filter((name) => LIMITS[name].isOwn)

/** Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND. */
export async function getOrganisationForAdmin(ctx: Context, id: string): Promise<OrganisationAdminPage> {
  requireAdmin(ctx)
  const profile = isStorable(id) ? await findOrganisationProfile(ctx.db, id) : null
  if (!profile) throw new AppError('NOT_FOUND')
  const used = await usedBytes(ctx.db, id)
  const limits = await Promise.all(
    OWN_LIMITS.map(async (name) => {
      const own = await readLimit(ctx.db, name, id)
      const { value: forAll } = await readLimit(ctx.db, name)
      return [name, { ...own, forAll, usedBytes: used[name] ?? null }] as const
    }),
  )
  return { ...profile, limits: Object.fromEntries(limits) }
}

async function usedBytes(db: Database, organisationId: string): Promise<Partial<Record<LimitName, number>>> {
  const [runs, blobs, vault, skillFiles] = await Promise.all([
    sumStored(db, { organisationId }, 'runs'),
    sumStored(db, { organisationId }, 'blobs'),
    sumVaults(db, { organisationId }),
    sumSkills(db, { organisationId }),
  ])
  return {
    runQuota: runs.organisation,
    blobQuota: blobs.organisation,
    vaultQuota: vault.organisation,
    skillFiles: skillFiles.organisation,
  }
}

const fields = z.partialRecord(z.enum(OWN_LIMITS as [LimitName]), z.string().max(40))

/**
 * Takes texts; "" restores the limit for all. Notifies owners and admins. Throws UNAUTHENTICATED, POLICY_DENIED,
 * NOT_FOUND, INVALID_INPUT by field.
 */
export async function saveOrganisationLimits(ctx: Context, id: string, given: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const organisation = isStorable(id) ? await findOrganisation(ctx.db, id) : null
  if (!organisation) throw new AppError('NOT_FOUND')
  const texts = Object.entries(parseFields(fields, given)).map(
    ([key, text = '']) => [key as LimitName, text.trim()] as const,
  )
  const issues = texts.flatMap(([key, text]) => limitIssues(key, text))
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { message: 'Some fields are invalid.', issues })
  const changes = await Promise.all(
    texts.map(async ([key, to]) => {
      const { value, source } = await readLimit(ctx.db, key, id)
      return { key, to, from: source === 'organisation' ? String(value) : '' }
    }),
  )
  const changed = changes.filter(({ from, to }) => from !== to)
  if (changed.length === 0) return
  const lines = changed.map(({ key, to }) => {
    const { label, unit } = LIMITS[key]
    return `${label}: ${to === '' ? 'the limit for all' : `${to} ${unit}`}`
  })
  await ctx.db.$transaction(async (tx) => {
    for (const { key, to } of changed)
      await saveLimitRow(tx, { organisationId: id, key }, to === '' ? null : to)
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.limits',
      subjectType: 'organisation',
      subjectId: id,
      subject: organisation.name,
      data: { changes: changed, note: lines.join(', ') },
    })
    await sendNotice(tx, await listOrganisationAdminIds(tx, [id]), {
      kind: 'organisation.limits',
      title: `The limits of ${organisation.name} changed`,
      body: lines.join('\n'),
      href: paths.storage,
    })
  })
  forgetStoredSettings()
}
