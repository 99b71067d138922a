import { z } from 'zod'
import { anonymiseUser } from '../accounts/rows/close-rows.ts'
import { findCredentials, lockAdmins } from '../accounts/rows/users.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { forgetPersonInAudit } from '../audit/rows/audit-events.ts'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { requireCurrentPassword } from '../auth/recent-auth.ts'
import { type Context, requireViewer } from '../context/context.ts'
import { prepareRevocation } from '../integrations/revoke-credential.ts'
import { LONG_TRANSACTION } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { enqueueMails } from '../notices/mail/enqueue-mail.ts'
import { countOwners, listOrganisationsOf } from '../organisations/rows/organisations.ts'
import { closeOrganisation, handOver, invalid, transferField } from './delete-organisation.ts'

/** Returns the organisations to delete or hand on before the account can be deleted. */
export async function listSoleOwnerships(ctx: Context): Promise<{ id: string; name: string }[]> {
  const { userId } = requireViewer(ctx)
  const owned = (await listOrganisationsOf(ctx.db, userId)).filter(
    ({ isPersonal, role }) => !isPersonal && role === 'OWNER',
  )
  const counts = await Promise.all(owned.map(({ id }) => countOwners(ctx.db, id)))
  return owned.filter((_, index) => counts[index] === 1).map(({ id, name }) => ({ id, name }))
}

const given = z.object({
  confirm: z.string().max(300),
  current: z.string().max(256).default(''),
  transferTo: transferField,
})

/**
 * Deletes the account and its personal organisation, which must be the active one. Throws INVALID_INPUT for a wrong
 * password or address, PRECONDITION_FAILED without a recent re-authentication (`requireCurrentPassword`), while an
 * organisation would have no owner, the site no admin, or another organisation is active, and RATE_LIMIT_EXCEEDED.
 */
export async function deleteAccount(ctx: Context, fields: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { userId, email, name, organisationId, organisationName } = viewer
  const { confirm, current, transferTo } = parseFields(given, fields)
  await enforceRateLimit(ctx.db, RATE_LIMITS.confirmByUser, userId)
  const user = await findCredentials(ctx.db, { id: userId })
  if (!user) throw new AppError('UNAUTHENTICATED')
  await requireCurrentPassword(ctx, user, current)
  if (confirm.trim().toLowerCase() !== email) throw invalid('/confirm', `Type ${email} to confirm.`)
  await requireDeletable(ctx)
  await handOver(ctx, viewer, transferTo)
  const organisationIds = (await listOrganisationsOf(ctx.db, userId)).map(({ id }) => id)
  const revoke = await prepareRevocation(ctx.db, organisationId)
  await ctx.db.$transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    if (admins.length === 1 && admins[0] === userId)
      throw failed('You are the only admin of this site.', 'Make another user an admin first.')
    await closeOrganisation(tx, viewer, transferTo)
    await anonymiseUser(tx, userId, new Date())
    await forgetPersonInAudit(tx, {
      ...{ userId, email, organisationIds, names: [name, organisationName] },
      personalOrganisationId: organisationId,
    })
    const subject = { subjectType: 'person' as const, subjectId: userId, subject: 'Deleted user' }
    await recordAudit(tx, { actor: { userId, name: 'Deleted user' }, action: 'person.delete', ...subject })
    const content = (site: string) => ({
      subject: 'Your account was deleted',
      paragraphs: [`Your ${site} account and its content were deleted. This cannot be undone.`],
      reason: 'You get this email because it was the address of the account.',
    })
    await enqueueMails(tx, [{ email, kind: 'account.deleted', content }])
  }, LONG_TRANSACTION)
  await revoke()

  async function requireDeletable(of: Context): Promise<void> {
    const organisations = await listOrganisationsOf(of.db, userId)
    if (!organisations.find(({ id }) => id === organisationId)?.isPersonal)
      throw failed('You are working in another organisation.', 'Switch to your personal organisation first.')
    const [only] = await listSoleOwnerships(of)
    if (only)
      throw failed(
        `You are the only owner of ${only.name}.`,
        'Make another member an owner, or delete the organisation, first.',
      )
  }
}

function failed(message: string, suggestedAction: string): AppError {
  return new AppError('PRECONDITION_FAILED', { message, suggestedAction })
}
