/** A cookie names the person for ten minutes. */
import 'server-only'
import { type Credentials, findCredentials } from '../../../accounts/rows/users.ts'
import { hasSecondFactor } from '../../../auth/rows/factor-rows.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { rememberBrowser } from './known-browser.ts'
import { clearSealedCookie, readSealedCookie, setSealedCookie } from './sealed-cookie.ts'
import { beginSession, type SignInMethod } from './session-cookie.ts'

/** Returns false if the account has none, so the session can begin. */
export async function beginSecondStep(user: { id: string; sessionVersion: number }): Promise<boolean> {
  if (!(await hasSecondFactor(database(), user.id))) return false
  await setSealedCookie('guildhall-second', { sub: user.id, sessionVersion: user.sessionVersion })
  return true
}

/** Throws UNAUTHENTICATED once it has expired, or the password was changed. */
export async function requirePendingUser(): Promise<Credentials> {
  const pending = await readSealedCookie('guildhall-second')
  if (!pending?.sub)
    throw new AppError('UNAUTHENTICATED', { message: 'Sign in again: more than ten minutes have passed.' })
  const user = await findCredentials(database(), { id: pending.sub })
  if (user && user.sessionVersion === pending.sessionVersion) return user
  throw new AppError('UNAUTHENTICATED', { message: 'Sign in again.' })
}

/**
 * Call it after a second factor or a passkey. Throws UNAUTHENTICATED if the password was changed in the meantime,
 * POLICY_DENIED for a locked account.
 */
export async function completeSignIn(userId: string, method: SignInMethod): Promise<void> {
  const user = await findCredentials(database(), { id: userId })
  const pending = await readSealedCookie('guildhall-second')
  const isOutdated = pending?.sub === userId && pending.sessionVersion !== user?.sessionVersion
  if (!user || isOutdated) throw new AppError('UNAUTHENTICATED', { message: 'Sign in again.' })
  if (user.lockedAt) throw new AppError('POLICY_DENIED', { message: 'This account is locked.' })
  await beginSession({ userId: user.id, sessionVersion: user.sessionVersion }, method)
  await rememberBrowser(user.email)
  await clearSealedCookie('guildhall-second')
}
