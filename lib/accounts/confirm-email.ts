/** A new address takes effect once both addresses are confirmed. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import {
  type ConfirmationRow,
  endConfirmations,
  findOpenConfirmation,
  findPendingConfirmation,
  recordConfirmation,
  replaceConfirmation,
  setEmail,
} from '../db/accounts/email-confirmations.ts'
import { endResetLinks, findCredentials, findUserByEmail } from '../db/accounts/users.ts'
import type { Database, Tx } from '../db/core/prisma-client.ts'
import { hashSecretToken, makeSecretToken } from '../db/core/secret-token.ts'
import { AppError } from '../errors.ts'
import { enqueueMails } from '../mail/enqueue-mail.ts'
import { canSendMail } from '../mail/mail-settings.ts'
import { parseFields } from '../validation/parse-with.ts'
import { addressChangedMail, newAddressMail, oldAddressMail, verificationMail } from './account-mails.ts'
import { emailField } from './credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from './enforce-rate-limit.ts'
import { requireCurrentPassword } from './presence.ts'

const DAYS = 3
const expiry = () => new Date(Date.now() + DAYS * 86_400_000)

/** Does nothing on a site without mail. */
export async function mailVerification(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  if (!canSendMail()) return
  const { token, tokenHash } = makeSecretToken()
  await replaceConfirmation(tx, { userId: id, email, tokenHash, oldTokenHash: null, expiresAt: expiry() })
  const content = (site: string) => verificationMail({ site, token, days: DAYS })
  await enqueueMails(tx, [{ email, userId: id, kind: 'account.verify', content }])
}

/** Throws RATE_LIMIT_EXCEEDED, and CONFLICT if the address is verified. */
export async function resendVerification(ctx: Context): Promise<void> {
  const viewer = requireViewer(ctx)
  const user = await findCredentials(ctx.db, { id: viewer.userId })
  if (!user || user.emailVerified)
    throw new AppError('CONFLICT', { message: 'Your address is already confirmed.' })
  await enforceRateLimit(ctx.db, RATE_LIMITS.mailByRecipient, user.email)
  await ctx.db.$transaction((tx) => mailVerification(tx, user))
}

const changeFields = z.object({ email: emailField, current: z.string().max(256).default('') })

/**
 * Both addresses get a link, the old one only if it was verified; on a site without mail the address changes at once.
 * Returns whether it has changed. Throws INVALID_INPUT for a wrong password or an address that is the same or taken,
 * RATE_LIMIT_EXCEEDED, and PRECONDITION_FAILED as `requireCurrentPassword`.
 */
export async function changeEmail(ctx: Context, given: unknown): Promise<{ isDone: boolean }> {
  const viewer = requireViewer(ctx)
  const { email, current } = parseFields(changeFields, given)
  await enforceRateLimit(ctx.db, RATE_LIMITS.confirmByUser, viewer.userId)
  const user = await findCredentials(ctx.db, { id: viewer.userId })
  if (!user) throw new AppError('UNAUTHENTICATED')
  await requireCurrentPassword(ctx, user, current)
  if (email === user.email) throw invalid('/email', 'This is already your address.')
  await requireFree(ctx.db, email)
  if (!canSendMail()) {
    await ctx.db.$transaction((tx) => applyChange(tx, viewer, { email, verifiedAt: null }))
    return { isDone: true }
  }
  await enforceRateLimit(ctx.db, RATE_LIMITS.mailByRecipient, email)
  const [toNew, toOld] = [makeSecretToken(), user.emailVerified ? makeSecretToken() : null]
  const change = { from: user.email, to: email, days: DAYS }
  await ctx.db.$transaction(async (tx) => {
    await replaceConfirmation(tx, {
      userId: user.id,
      email,
      tokenHash: toNew.tokenHash,
      oldTokenHash: toOld?.tokenHash ?? null,
      expiresAt: expiry(),
    })
    const mail = { userId: user.id, kind: 'account.change_email' }
    await enqueueMails(tx, [
      { ...mail, email, content: (site) => newAddressMail({ ...change, site, token: toNew.token }) },
      ...(toOld
        ? [
            {
              ...mail,
              email: user.email,
              content: (site: string) => oldAddressMail({ ...change, site, token: toOld.token }),
            },
          ]
        : []),
    ])
  })
  return { isDone: false }
}

export async function cancelEmailChange(ctx: Context): Promise<void> {
  const { userId } = requireViewer(ctx)
  await ctx.db.$transaction((tx) => endConfirmations(tx, userId))
}

export type EmailStatus = {
  isVerified: boolean
  canSendMail: boolean
  pending: { email: string; missing: ('old' | 'new')[] } | null
}

export async function getEmailStatus(ctx: Context): Promise<EmailStatus> {
  const { userId } = requireViewer(ctx)
  const [user, row] = await Promise.all([
    findCredentials(ctx.db, { id: userId }),
    findPendingConfirmation(ctx.db, userId, new Date()),
  ])
  const missing = row ? missingOf(row) : []
  return {
    isVerified: Boolean(user?.emailVerified),
    canSendMail: canSendMail(),
    pending: row && row.email !== user?.email ? { email: row.email, missing } : null,
  }
}

function missingOf(
  row: Pick<ConfirmationRow, 'confirmedAt' | 'oldTokenHash' | 'oldConfirmedAt'>,
): ('old' | 'new')[] {
  return [
    ...(row.oldTokenHash && !row.oldConfirmedAt ? (['old'] as const) : []),
    ...(row.confirmedAt ? [] : (['new'] as const)),
  ]
}

/** Reads without confirming, because mail programs open links. Throws NOT_FOUND. */
export async function getConfirmation(
  { db }: Context,
  token: string,
): Promise<{ email: string; isChange: boolean }> {
  const row = await requireOpen(db, token)
  return { email: row.email, isChange: row.email !== row.user.email }
}

/**
 * Returns "verified", "changed", or which address is still to be confirmed. Throws NOT_FOUND, and CONFLICT if another
 * account has taken the address in the meantime.
 */
export async function confirmEmail(
  ctx: Context,
  token: string,
): Promise<'verified' | 'changed' | 'old' | 'new'> {
  return ctx.db.$transaction(async (tx) => {
    const row = await requireOpen(tx, token)
    const now = new Date()
    const isNew = row.tokenHash === hashSecretToken(token)
    const after = await recordConfirmation(tx, row.id, isNew ? { confirmedAt: now } : { oldConfirmedAt: now })
    const [missing] = missingOf(after)
    if (missing) return missing
    const { userId, email, user } = row
    await applyChange(tx, { userId, name: user.name, email: user.email }, { email, verifiedAt: now })
    return email === user.email ? 'verified' : 'changed'
  })
}

async function applyChange(
  tx: Tx,
  person: Pick<Viewer, 'userId' | 'name' | 'email'>,
  { email, verifiedAt }: { email: string; verifiedAt: Date | null },
): Promise<void> {
  if (!(await setEmail(tx, person.userId, email, verifiedAt)))
    throw new AppError('CONFLICT', { message: 'Another account uses this address.' })
  await endConfirmations(tx, person.userId)
  if (email === person.email) return
  // Open links were sent to the former address.
  await endResetLinks(tx, person.userId)
  const subject = { subjectType: 'person', subjectId: person.userId, subject: email }
  await recordAudit(tx, {
    actor: person,
    action: 'person.change_email',
    ...subject,
    data: { from: person.email },
  })
  const content = (site: string) => addressChangedMail({ site, from: person.email, to: email })
  await enqueueMails(tx, [
    { email: person.email, userId: person.userId, kind: 'account.email_changed', content },
  ])
}

async function requireOpen(db: Database | Tx, token: string): Promise<ConfirmationRow> {
  const row = await findOpenConfirmation(db, hashSecretToken(token), new Date())
  if (!row)
    throw new AppError('NOT_FOUND', { message: 'This link has been used, was replaced or has expired.' })
  return row
}

async function requireFree(db: Database, email: string): Promise<void> {
  if (await findUserByEmail(db, email))
    throw invalid('/email', 'An account with this address already exists.')
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] })
}
