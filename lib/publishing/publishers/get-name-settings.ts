/** The names and ownership that settings pages of publishers and SkillSets show. */
import { type Context, requireViewer } from '../../context/context.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { requireOwnSkillSet } from '../drafts/require-own-skill-set.ts'
import { findSkillSetByName, listHandles } from '../rows/former-names.ts'
import { findOpenTransfer } from '../rows/transfers.ts'
import { requireOwnPublisher } from './require-own-publisher.ts'

export type NameSettings = {
  name: string
  formerNames: string[]
  /** The viewer's role in the organisation that owns it. */
  role: 'OWNER' | 'ADMIN' | 'MEMBER'
  /** The open offer to another organisation; null without one. */
  transfer: { id: string; to: string; expiresAtMs: number } | null
}

type PublisherSettings = NameSettings & { displayName: string; isVerified: boolean }

/** `requestedHandle` may be a former one. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getPublisherSettings(
  ctx: Context,
  requestedHandle: string,
): Promise<PublisherSettings> {
  const { publisher } = await requireOwnPublisher(ctx, requestedHandle, 'MEMBER')
  const { id, handle, displayName, verifiedAt, organisationId } = publisher
  return {
    name: handle,
    displayName,
    isVerified: verifiedAt !== null,
    formerNames: (await listHandles(ctx.db, id)).filter((former) => former !== handle),
    ...(await findOwnership(ctx, { publisherId: id }, organisationId)),
  }
}

type SkillSetSettings = NameSettings & { id: string; handle: string; slug: string; title: string }

/** Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getSkillSetSettings(ctx: Context, skillSetId: string): Promise<SkillSetSettings> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const { id, slug, name: title, publisher } = skillSet
  const { handle, organisationId } = publisher
  const name = `${handle}.${slug}`
  const { names = [] } = (await findSkillSetByName(ctx.db, { publisher: handle, skillset: slug })) ?? {}
  return {
    ...{ id, handle, slug, title, name },
    formerNames: names.filter((former) => former !== name),
    ...(await findOwnership(ctx, { skillSetId: id }, organisationId)),
  }
}

async function findOwnership(
  ctx: Context,
  subject: Parameters<typeof findOpenTransfer>[1],
  organisationId: string,
): Promise<Pick<NameSettings, 'role' | 'transfer'>> {
  const { userId } = requireViewer(ctx)
  const open = await findOpenTransfer(ctx.db, subject)
  return {
    role: (await findRole(ctx.db, { userId, organisationId })) ?? 'MEMBER',
    transfer: open && { id: open.id, to: open.toOrganisation.name, expiresAtMs: open.expiresAt.getTime() },
  }
}
