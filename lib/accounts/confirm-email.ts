/** A new address takes effect once both addresses are confirmed. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { emailField } from '../auth/credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { requireCurrentPassword } from '../auth/recent-auth.ts'
import { findSessionMethod } from '../auth/rows/session-rows.ts'
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { hashSecretToken, makeSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { DAY_MS, HOUR_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { enqueueMails } from '../notices/mail/enqueue-mail.ts'
import { canSendMail, type MailMode, mailMode } from '../notices/mail/mail-settings.ts'
import { addressChangedMail, newAddressMail, oldAddressMail, verificationMail } from './account-mails.ts'
import { isFirstProof, removeOlderAccess } from './revoke-access.ts'
import {
  type ConfirmationRow,
  endConfirmations,
  findOpenConfirmation,
  findPendingConfirmation,
  recordConfirmation,
  replaceConfirmation,
  setEmail,
} from './rows/email-confirmations.ts'
import {
  endResetLinks,
  findCredentials,
  findUserByEmail,
  insertResetLink,
  raiseSessionVersion,
  removePassword,
} from './rows/users.ts'

const DAYS = 3
const expiry = () => new Date(Date.now() + DAYS * DAY_MS)

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
    const mail = { userId: user.id, kind: 'account.change_email' as const }
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
  mail: MailMode
  pending: { email: string; missing: ('old' | 'new')[] } | null
}

export async function getEmailStatus(ctx: Context): Promise<EmailStatus> {
  const { userId } = requireViewer(ctx)
  const [user, row] = await Promise.all([
    findCredentials(ctx.db, { id: userId }),
    findPendingConfirmation(ctx.db, userId, new Date()),
  ])
  const missing = row ? findMissingConfirmations(row) : []
  return {
    isVerified: Boolean(user?.emailVerified),
    mail: mailMode(),
    pending: row && row.email !== user?.email ? { email: row.email, missing } : null,
  }
}

function findMissingConfirmations(
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

type ConfirmationOutcome = 'verified' | 'changed' | 'old' | 'new'

/**
 * Returns "verified", "changed", or which address is still to be confirmed. Throws NOT_FOUND, and CONFLICT if another
 * account has taken the address in the meantime.
 */
export async function confirmEmail(ctx: Context, token: string): Promise<ConfirmationOutcome> {
  return (await confirmAddress(ctx, token)).outcome
}

export type ConfirmedAddress = {
  outcome: ConfirmationOutcome
  /** Set if this was the first proof of the address, and the caller is signed in to the account: how to stay so. */
  session?: { id: string; sessionVersion: number; method: string }
  /** Set if this was the first proof, and the caller was not signed in: the page to choose a password on. */
  passwordPath?: string
}

/**
 * Confirms as `confirmEmail`. The first proof of an address removes what is older (`removeOlderAccess`) and ends all
 * sessions. It also removes the password, unless the caller is signed in to the account: whoever created an account
 * with the address of another person knows its password, and would stay in after that person confirmed the address.
 */
export async function confirmAddress(ctx: Context, token: string): Promise<ConfirmedAddress> {
  return ctx.db.$transaction(async (tx) => {
    const row = await requireOpen(tx, token)
    const now = new Date()
    const isNew = row.tokenHash === hashSecretToken(token)
    const after = await recordConfirmation(tx, row.id, isNew ? { confirmedAt: now } : { oldConfirmedAt: now })
    const [missing] = findMissingConfirmations(after)
    if (missing) return { outcome: missing }
    const { userId, email, user } = row
    const person = { userId, name: user.name, email: user.email }
    const isSignedIn = isSignedInAs(ctx, userId)
    // Without a password, an account keeps the sign-in it was created with, which only helps those who are signed in.
    if (!isSignedIn && (await isFirstProof(tx, userId))) await removePassword(tx, userId)
    const method = (isSignedIn && ctx.sessionId && (await findSessionMethod(tx, ctx.sessionId))) || 'password'
    const older = await removeOlderAccess(tx, person, { keepsFirstSignIn: isSignedIn })
    await applyChange(tx, person, { email, verifiedAt: now })
    const outcome = email === user.email ? 'verified' : 'changed'
    if (!older.isFirstProof) return { outcome }
    // An admin may have handed one to the wrong person.
    await endResetLinks(tx, userId)
    const sessionVersion = await raiseSessionVersion(tx, userId)
    if (isSignedIn) return { outcome, session: { id: userId, sessionVersion, method } }
    return { outcome, passwordPath: await insertPasswordLink(tx, { userId, email }) }
  })
}

/** The link that was just opened proved the address, so this one need not be mailed. */
async function insertPasswordLink(tx: Tx, to: { userId: string; email: string }): Promise<string> {
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + PASSWORD_LINK_MS)
  await insertResetLink(tx, { userId: to.userId, tokenHash, mailedTo: to.email, expiresAt })
  return paths.reset(token)
}

const PASSWORD_LINK_MS = HOUR_MS

function isSignedInAs({ viewer, keyId }: Context, userId: string): boolean {
  return viewer?.userId === userId && keyId === undefined
}

/** What a confirmation does besides: nothing, remove what is older, or also replace the password. */
export type ConfirmationEffect = 'nothing' | 'removesOlder' | 'replacesPassword'

/** Tells the page that asks for the confirmation what it will do. Throws NOT_FOUND. */
export async function previewConfirmation(ctx: Context, token: string): Promise<ConfirmationEffect> {
  const { userId } = await requireOpen(ctx.db, token)
  const user = await findCredentials(ctx.db, { id: userId })
  if (!user || user.emailVerified || user.vouchedAt) return 'nothing'
  return isSignedInAs(ctx, userId) ? 'removesOlder' : 'replacesPassword'
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
  const subject = { subjectType: 'person' as const, subjectId: person.userId, subject: email }
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
