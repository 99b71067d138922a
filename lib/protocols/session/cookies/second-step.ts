/**
 * The person who has proved everything but their second factor, named by a cookie for ten minutes. Their session begins
 * when next-auth's provider `code` or `passkey` accepts the second factor.
 */
import 'server-only'
import { type Credentials, findCredentials } from '../../../accounts/rows/users.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { readSealedCookie, setSealedCookie } from './sealed-cookie.ts'

type PendingUser = { id: string; sessionVersion: number }

export async function beginSecondStep({ id, sessionVersion }: PendingUser): Promise<void> {
  await setSealedCookie('guildhall-second', { sub: id, sessionVersion })
}

/** Returns null if no sign-in is pending, or more than ten minutes have passed. */
export async function findPendingUser(): Promise<PendingUser | null> {
  const token = await readSealedCookie('guildhall-second')
  if (typeof token?.sub !== 'string' || typeof token.sessionVersion !== 'number') return null
  return { id: token.sub, sessionVersion: token.sessionVersion }
}

/** Throws UNAUTHENTICATED once it has expired, or the password was changed. */
export async function requirePendingUser(): Promise<Credentials> {
  const pending = await findPendingUser()
  if (!pending)
    throw new AppError('UNAUTHENTICATED', { message: 'Sign in again: more than ten minutes have passed.' })
  const user = await findCredentials(database(), { id: pending.id })
  if (user?.sessionVersion === pending.sessionVersion) return user
  throw new AppError('UNAUTHENTICATED', { message: 'Sign in again.' })
}
