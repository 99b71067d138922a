import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { emailField } from '../auth/credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import type { Context } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { makeSecretToken } from '../kernel/db/secret-token.ts'
import { paths } from '../kernel/site/paths.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { enqueueMails } from '../notices/mail/enqueue-mail.ts'
import { canSendMail } from '../notices/mail/mail-settings.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { countAttempt } from '../settings/rows/rate-limits.ts'
import { resetMail } from './account-mails.ts'
import { RESET_LINK_HOURS } from './reset-password.ts'
import { findUserByEmail, insertResetLink, listAdminIds, type UserRow } from './rows/users.ts'

/**
 * Without mail it asks the admins to hand a link on. Does not reveal whether the account exists, and does nothing above
 * three requests an hour for it. Throws INVALID_INPUT, and RATE_LIMIT_EXCEEDED by `address`.
 */
export async function requestReset(ctx: Context, given: unknown, address: string): Promise<void> {
  const { email } = parseFields(z.object({ email: emailField }), given)
  await enforceRateLimit(ctx.db, RATE_LIMITS.linkByAddress, address)
  await Promise.all([sendReset(ctx, email), sleep(ANSWER_MS)])
}

/** Exceeds the work for an existing account, so the response time reveals nothing. */
export const ANSWER_MS = 500

async function sendReset(ctx: Context, email: string): Promise<void> {
  const isFrequent = (await countAttempt(ctx.db, RATE_LIMITS.resetByEmail, email)) > 0
  const user = await findUserByEmail(ctx.db, email)
  if (!user || isFrequent) return
  await ctx.db.$transaction((tx) => (canSendMail() ? mailLink(tx, user) : askAdmins(tx, user)))
}

async function mailLink(tx: Tx, { id, email }: UserRow): Promise<void> {
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + RESET_LINK_HOURS * HOUR_MS)
  await insertResetLink(tx, { userId: id, tokenHash, mailedTo: email, expiresAt })
  const content = (site: string) => resetMail({ site, email, token, hours: RESET_LINK_HOURS })
  await enqueueMails(tx, [{ email, userId: id, kind: 'account.reset', content }])
  const subject = { subjectType: 'person' as const, subjectId: id, subject: email }
  await recordAudit(tx, { actor: null, action: 'person.reset_mail', ...subject })
}

async function askAdmins(tx: Tx, { id, email, name }: UserRow): Promise<void> {
  const admins = (await listAdminIds(tx)).filter((adminId) => adminId !== id)
  await sendNotice(tx, admins, {
    kind: 'reset.requested',
    title: `${name} asks for a new password`,
    body: `Make sure that the request comes from the owner of ${email}. Then create a reset link on the People page and hand it on.`,
    href: `${paths.people}?${new URLSearchParams({ q: email })}`,
  })
}
