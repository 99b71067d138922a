/** How old a version has to be before a range leads the organisation to it, in addition to the site's minimum. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireOrganisationAdmin, requirePerson, requireViewer } from '../context/context.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { readSetting } from '../settings/read-settings.ts'
import { VERSION_AGES, type VersionAgeHours } from '../settings/version-ages.ts'
import { findVersionAge, saveVersionAge } from './rows/organisations.ts'

export type VersionAge = {
  organisationName: string
  hours: number
  canChange: boolean
  /** The site's minimum in hours, by the risk of a version's skills. */
  siteHours: { reads: number; writes: number; commands: number }
}

/** Throws UNAUTHENTICATED. */
export async function getVersionAge(ctx: Context): Promise<VersionAge> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  return {
    organisationName,
    hours: await findVersionAge(ctx.db, organisationId),
    canChange: organisationRole !== 'MEMBER',
    siteHours: {
      reads: await readSetting(ctx.db, 'versionAgeReadOnly'),
      writes: await readSetting(ctx.db, 'versionAgeWrites'),
      commands: await readSetting(ctx.db, 'versionAgeCommands'),
    },
  }
}

const fields = z.strictObject({
  hours: z.custom<VersionAgeHours>(
    (value) => VERSION_AGES.some((hours) => hours === value),
    'Choose one of the listed periods.',
  ),
})

/** Throws UNAUTHENTICATED, POLICY_DENIED for plain members and keys, INVALID_INPUT. */
export async function setVersionAge(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const { hours } = parseFields(fields, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await saveVersionAge(tx, organisationId, hours)
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.version_age',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { hours },
    })
  })
}
