/** Accounts at GitHub or an OpenID Connect provider that open an account here. */
import { recordAudit } from '../audit/audit-log.ts'
import { oidcProviders } from '../auth/oidc-settings.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import { type Context, requireViewer } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { sendNotice } from '../notices/send-notice.ts'
import {
  deleteLinkedSignIns,
  insertLinkedSignIn,
  type LinkedSignInRow,
  listLinkedSignInRows,
} from './rows/linked-sign-in-rows.ts'
import { findCredentials } from './rows/users.ts'

export type LinkedSignIn = {
  id: string
  providerName: string
  /** The address or user name at the provider; null until it was used. */
  label: string | null
  sinceMs: number
  lastUsedMs: number | null
}

/** Returns the oldest first. */
export async function listLinkedSignIns(ctx: Context): Promise<LinkedSignIn[]> {
  const { userId } = requireViewer(ctx)
  const rows = await listLinkedSignInRows(ctx.db, userId)
  return rows.map(({ id, provider, label, createdAt, lastUsedAt }) => ({
    id,
    providerName: providerName(provider),
    label,
    sinceMs: createdAt.getTime(),
    lastUsedMs: lastUsedAt?.getTime() ?? null,
  }))
}

/** Returns the id if the provider is no longer configured. */
function providerName(id: string): string {
  if (id === 'github') return 'GitHub'
  return oidcProviders().find((each) => each.id === id)?.name ?? id
}

/** Returns a name such as "GitHub (ada)". */
export function signInName({ provider, label }: Pick<LinkedSignInRow, 'provider' | 'label'>): string {
  return providerName(provider) + (label ? ` (${label})` : '')
}

/**
 * Links an account at a provider, as next-auth does after its sign-in, and notifies the person unless the account here
 * was just created with it. The caller has checked for a recent re-authentication.
 */
export async function linkSignIn(
  db: Database,
  account: { userId: string; type: string; provider: string; providerAccountId: string },
): Promise<void> {
  const user = await findCredentials(db, { id: account.userId })
  if (!user) throw new AppError('NOT_FOUND')
  const actor = { userId: user.id, name: user.name }
  const names = [signInName({ provider: account.provider, label: null })]
  await db.$transaction(async (tx) => {
    const isOnlyWay = user.passwordHash === null && (await listLinkedSignInRows(tx, user.id)).length === 0
    await insertLinkedSignIn(tx, account)
    const subject = { subjectType: 'person' as const, subjectId: user.id, subject: user.email }
    await recordAudit(tx, { actor, action: 'person.link_sign_in', ...subject, data: { names } })
    if (isOnlyWay) return
    await sendNotice(tx, [user.id], {
      kind: 'account.sign_in_linked',
      title: `${names[0]} can now sign in to your account`,
      body: 'If you did not link it, unlink it under Settings → Security, change your password, and sign out everywhere.',
      href: paths.security,
    })
  })
}

/**
 * Throws PRECONDITION_FAILED without a recent re-authentication, or if the account has no password and no other
 * linked sign-in; NOT_FOUND, also for another person's.
 */
export async function unlinkSignIn(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const id = parseFields(IdField, given)
  await requireRecentAuth(ctx)
  await ctx.db.$transaction(async (tx) => {
    const [user, rows] = [
      await findCredentials(tx, { id: viewer.userId }),
      await listLinkedSignInRows(tx, viewer.userId),
    ]
    const row = rows.find((each) => each.id === id)
    if (!row) throw new AppError('NOT_FOUND', { message: 'This sign-in is no longer linked.' })
    if (!user?.passwordHash && rows.length === 1)
      throw new AppError('PRECONDITION_FAILED', {
        message: 'This is the only way to sign in to your account.',
        suggestedAction: 'Set a password on your profile first.',
        href: paths.settings,
      })
    await deleteLinkedSignIns(tx, [id])
    const name = signInName(row)
    const subject = { subjectType: 'person' as const, subjectId: viewer.userId, subject: viewer.email }
    await recordAudit(tx, {
      actor: viewer,
      action: 'person.unlink_sign_in',
      ...subject,
      data: { names: [name] },
    })
    await sendNotice(tx, [viewer.userId], {
      kind: 'account.sign_in_unlinked',
      title: `${name} can no longer sign in to your account`,
      body: 'You unlinked it. If it was not you, change your password and sign out everywhere.',
      href: paths.security,
    })
  })
}
