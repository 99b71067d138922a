import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { emailField } from '../auth/credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { governs, MEMBER_ROLES, type MemberRole, ROLE_PHRASES } from '../auth/model/member-roles.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import { hashSecretToken, makeSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { DAY_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { enqueueMails, type MailTo } from '../notices/mail/enqueue-mail.ts'
import { canSendMail, mailLinkOrigin } from '../notices/mail/mail-settings.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { lockAsAdmin, requireSharedAdmin } from './change-members.ts'
import {
  findOpenInvitation,
  insertInvitation,
  type OpenInvitation,
  revokeInvitationRow as revoke,
  useInvitation,
} from './rows/invitations.ts'
import { listOrganisationAdminIds } from './rows/memberships.ts'
import { findMember, insertMember } from './rows/organisations.ts'

const INVITATION_DAYS = 7

const invitationFields = z.object({
  role: z.enum(MEMBER_ROLES),
  email: z
    .string()
    .trim()
    .optional()
    .transform((text) => text || undefined)
    .pipe(emailField.optional()),
})

export type NewInvitation = {
  path: string
  expiresAtMs: number
  /** Null if its creator passes it on. */
  sentTo: string | null
}

/**
 * The link is valid for a week, and mailed if there is an address and the site can. Throws POLICY_DENIED for plain
 * members and for roles above the viewer's own, PRECONDITION_FAILED in a personal organisation, and without a
 * recent re-authentication for more than a plain member; INVALID_INPUT.
 */
export async function inviteMember(ctx: Context, given: unknown): Promise<NewInvitation> {
  const viewer = await requireSharedAdmin(ctx)
  const { role, email } = parseFields(invitationFields, given)
  if (role !== 'MEMBER') await requireRecentAuth(ctx)
  const { organisationId, organisationName } = viewer
  const sentTo = email && canSendMail() ? email : null
  if (sentTo) await limitMails(ctx, sentTo)
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS)
  await ctx.db.$transaction(async (tx) => {
    const { organisationRole } = await lockAsAdmin(tx, viewer)
    if (!governs(organisationRole, role)) {
      throw new AppError('POLICY_DENIED', { message: 'Only owners can invite an owner.' })
    }
    const createdById = viewer.userId
    await insertInvitation(tx, {
      organisationId,
      tokenHash,
      role,
      createdById,
      expiresAt,
      email: email ?? null,
    })
    if (sentTo) await enqueueMails(tx, [invitationMail({ email: sentTo, token, role, viewer })])
    await recordAudit(tx, {
      actor: viewer,
      action: 'member.invite',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { role },
    })
  })
  return { path: paths.join(token), expiresAtMs: expiresAt.getTime(), sentTo }
}

/** Prevents endless mails to one person. */
async function limitMails({ db, viewer }: Context, email: string): Promise<void> {
  await enforceRateLimit(db, RATE_LIMITS.mailByPerson, viewer?.userId ?? '')
  await enforceRateLimit(db, RATE_LIMITS.mailByRecipient, email)
}

type InvitationMail = { email: string; token: string; role: MemberRole; viewer: Viewer }

function invitationMail({ email, token, role, viewer }: InvitationMail): MailTo {
  const content = (site: string) => ({
    subject: `Join ${viewer.organisationName} on ${site}`,
    paragraphs: [
      `${viewer.name} (${viewer.email}) invites you to join ${viewer.organisationName} as ${ROLE_PHRASES[role]}.`,
      `The link works once, within ${INVITATION_DAYS} days. If you do not know ${viewer.name}, ignore this email.`,
    ],
    action: { label: 'See the invitation', href: mailLinkOrigin() + paths.join(token) },
    reason: 'You get this email because someone invited this address.',
  })
  return { email, kind: 'account.invitation', content }
}

/** Throws as `inviteMember`, and NOT_FOUND for a used link or another organisation's. */
export async function revokeInvitation(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { id } = parseFields(z.object({ id: z.uuid() }), given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await lockAsAdmin(tx, viewer)
    const revoked = await revoke(tx, { id, organisationId, at: new Date() })
    if (!revoked) throw new AppError('NOT_FOUND', { message: 'This link has already been used or revoked.' })
    await recordAudit(tx, {
      actor: viewer,
      action: 'invitation.revoke',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
    })
  })
}

type InvitationPage = {
  organisationName: string
  role: MemberRole
  by: string | null
  alreadyAs: MemberRole | null
}

/** Visitors may see it. Throws NOT_FOUND if the link was used or revoked, or has expired. */
export async function getInvitation(ctx: Context, token: string): Promise<InvitationPage> {
  const invitation = await requireOpen(ctx.db, token)
  const { organisation, role, createdById } = invitation
  const by = await findMember(ctx.db, organisation.id, createdById)
  const already = ctx.viewer && (await findMember(ctx.db, organisation.id, ctx.viewer.userId))
  return {
    organisationName: organisation.name,
    role,
    by: by?.name ?? null,
    alreadyAs: already?.role ?? null,
  }
}

/**
 * Returns the organisation's id. Throws UNAUTHENTICATED, NOT_FOUND as `getInvitation`, and CONFLICT for a member, whose
 * link stays open.
 */
export async function joinOrganisation(ctx: Context, token: string): Promise<string> {
  const viewer = requireViewer(ctx)
  return ctx.db.$transaction(async (tx) => {
    const { id, role, organisation } = await requireOpen(tx, token)
    // One of two concurrent uses succeeds.
    if (!(await useInvitation(tx, id, { userId: viewer.userId, at: new Date() }))) throw closed()
    const isNew = await insertMember(tx, { organisationId: organisation.id, userId: viewer.userId, role })
    if (!isNew)
      throw new AppError('CONFLICT', { message: `You are already a member of ${organisation.name}.` })
    await recordAudit(tx, {
      actor: viewer,
      action: 'member.join',
      subjectType: 'organisation',
      subjectId: organisation.id,
      subject: organisation.name,
      data: { role },
    })
    const admins = await listOrganisationAdminIds(tx, [organisation.id])
    await sendNotice(
      tx,
      admins.filter((each) => each !== viewer.userId),
      {
        kind: 'member.joined',
        title: `${viewer.name} joined ${organisation.name}`,
        body: '',
        href: paths.organisation,
      },
    )
    return organisation.id
  })
}

async function requireOpen(
  db: Parameters<typeof findOpenInvitation>[0],
  token: string,
): Promise<OpenInvitation> {
  const invitation = await findOpenInvitation(db, hashSecretToken(token), new Date())
  if (!invitation) throw closed()
  return invitation
}

function closed(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'This invitation has been used, was revoked or has expired.',
    suggestedAction: 'Ask for a new link.',
  })
}
