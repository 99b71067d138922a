import { findFirstAdmin } from '#lib/accounts/rows/users.ts'
import { type Context, requireViewer } from '#lib/context/context.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { listOrganisations } from '#lib/organisations/organisations.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { findHandleOwner } from '#lib/publishing/rows/publishers.ts'
import { UsageError } from './cli-command.ts'

/** Defaults to the first admin. Throws NOT_FOUND, or UsageError without an admin. */
export async function contextForEmail(email: string | undefined): Promise<Context> {
  const chosen = email ?? (await findFirstAdmin(database()))?.email
  if (!chosen) throw new UsageError('There is no admin yet. Add --email EMAIL.')
  return contextForOperator({ email: chosen })
}

/** Acts for the organisation that owns `handle`, by default as its owner. */
export async function contextForPublisher(
  email: string | undefined,
  handle: string | undefined,
): Promise<Context> {
  if (!handle) return contextForEmail(email)
  const owner = await findHandleOwner(database(), handle)
  if (!owner) throw new AppError('NOT_FOUND', { message: `There is no publisher “${handle}”.` })
  const { organisationId, ownerEmail } = owner
  return contextForOperator({ email: email ?? ownerEmail, organisationId })
}

export function rejectEmailWithSite(site: string | undefined, email: string | undefined): void {
  if (site === undefined || email === undefined) return
  throw new UsageError('With --site, the key determines the user. Remove --email.')
}

export const ORG_OPTION = {
  org: 'the organisation, by name, id or publisher handle (default: the user’s personal one)',
}

/** Acts as the first admin by default. Throws NOT_FOUND for non-members, UsageError for an ambiguous name. */
export async function contextForOrganisation({
  email,
  org,
}: {
  email?: string
  org?: string
}): Promise<Context> {
  const own = await contextForEmail(email)
  if (!org) return own
  const { email: owner } = requireViewer(own)
  const handle = await findHandleOwner(database(), org)
  const found = (await listOrganisations(own)).filter(
    ({ id, name }) => id === org || name === org || id === handle?.organisationId,
  )
  const [chosen] = found
  if (!chosen)
    throw new AppError('NOT_FOUND', {
      message: `${owner} is not a member of an organisation called “${org}”.`,
      suggestedAction: 'Check the name, or choose another user with --email.',
    })
  if (found.length > 1)
    throw new UsageError(
      `Several organisations are called “${org}”. Use an id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return contextForOperator({ email: owner, organisationId: chosen.id })
}
