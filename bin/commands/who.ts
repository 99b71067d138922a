/** Who a command acts as. Whoever can run it holds the database anyway, so an email is all it takes. */
import { type Context, requireViewer } from '#lib/context.ts'
import { database } from '#lib/db/client.ts'
import { findHandleOwner } from '#lib/db/publishers.ts'
import { findFirstAdmin } from '#lib/db/users.ts'
import { AppError } from '#lib/errors.ts'
import { listOrganisations } from '#lib/organisations/list-organisations.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { UsageError } from './command.ts'

/** The person named, else the first admin. Throws NOT_FOUND, and UsageError when there is no admin to fall back on. */
export async function contextOf(email: string | undefined): Promise<Context> {
  const chosen = email ?? (await findFirstAdmin(database()))?.email
  if (!chosen) throw new UsageError('There is no admin yet, so say who does this: --email EMAIL')
  return contextForOperator({ email: chosen })
}

/** The same, acting for the organisation that owns `handle`; its owner, when no person is named. */
export async function publisherContext(
  email: string | undefined,
  handle: string | undefined,
): Promise<Context> {
  if (!handle) return contextOf(email)
  const owner = await findHandleOwner(database(), handle)
  if (!owner) throw new AppError('NOT_FOUND', { message: `Nobody publishes as “${handle}”.` })
  const { organisationId, ownerEmail } = owner
  return contextForOperator({ email: email ?? ownerEmail, organisationId })
}

/** Throws UsageError when somebody is named for another site, where the key says who it is. */
export function requireOneWho(site: string | undefined, email: string | undefined): void {
  if (site === undefined || email === undefined) return
  throw new UsageError('With --site the key says who does it: leave --email out.')
}

/** The switch of commands that act for one organisation or another. */
export const ORG_OPTION = {
  org: 'for which of their organisations, by name, id or a publisher handle of its; their own when left out',
}

/**
 * The person named, else the first admin, acting for the organisation that `org` names. Throws NOT_FOUND for one that
 * they are no member of, UsageError where several are called so.
 */
export async function contextFor({ email, org }: { email?: string; org?: string }): Promise<Context> {
  const own = await contextOf(email)
  if (!org) return own
  const { email: owner } = requireViewer(own)
  const handle = await findHandleOwner(database(), org)
  const found = (await listOrganisations(own)).filter(
    ({ id, name }) => id === org || name === org || id === handle?.organisationId,
  )
  const [chosen] = found
  if (!chosen)
    throw new AppError('NOT_FOUND', {
      message: `${owner} is no member of an organisation called “${org}”.`,
      suggestedAction: 'Say who does it with --email, and check the name.',
    })
  if (found.length > 1)
    throw new UsageError(`Several are called “${org}”; give the id: ${found.map(({ id }) => id).join(', ')}`)
  return contextForOperator({ email: owner, organisationId: chosen.id })
}
