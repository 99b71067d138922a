/**
 * next-auth's credentials providers, one for each way to prove who one is without another service. The `signIn`
 * callback of `auth-options.ts` decides what follows, such as a second step.
 */
import 'server-only'
import { headers } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import credentials from 'next-auth/providers/credentials'
import { z } from 'zod'
import { findCredentials, type UserRow } from '../../../accounts/rows/users.ts'
import { checkSignIn } from '../../../accounts/sign-in.ts'
import type { CredentialsProviderId } from '../../../auth/oidc-settings.ts'
import { finishAuthentication } from '../../../auth/second-factor/passkeys.ts'
import { verifyCode } from '../../../auth/second-factor/totp.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { parseFields } from '../../../kernel/validation/parse-with.ts'
import { contextOfVisitor } from '../context/context-of-visitor.ts'
import type { ErrorListener } from '../context/session-options.ts'
import { knownBrowser } from '../cookies/known-browser.ts'
import { clearSealedCookie, readSealedCookie } from '../cookies/sealed-cookie.ts'
import { findPendingUser, requirePendingUser } from '../cookies/second-step.ts'
import { sessionSecret } from '../cookies/session-token.ts'
import { callerAddress, publicOrigin } from '../network/caller-address.ts'
import { defaultExport } from './default-export.ts'

/** "password", "totp", "passkey", or the id of an external provider. */
export type SignInMethod = string

/** The person and their session version when they proved who they are: a session is invalid if it has risen since. */
export type SignedInUser = { id: string; email: string; sessionVersion: number; method: SignInMethod }

declare module 'next-auth' {
  interface User extends Partial<Pick<SignedInUser, 'sessionVersion' | 'method'>> {}
}

/** `onError` receives what an `authorize` throws; next-auth would pass on only its message. */
export function credentialsProviders(onError?: ErrorListener) {
  return [
    provider('credentials', { email: { type: 'email' }, password: { type: 'password' } }, checkPassword),
    provider('code', { code: {} }, checkCode),
    provider('passkey', { response: {} }, checkPasskey),
    provider('ticket', { ticket: {} }, checkTicket),
  ]

  function provider(
    id: CredentialsProviderId,
    fields: Record<string, { type?: string }>,
    authorize: (credentials: unknown) => Promise<SignedInUser>,
  ) {
    return defaultExport(credentials)({
      id,
      credentials: fields,
      authorize: (credentials) =>
        authorize(credentials).catch((thrown) => {
          onError?.(thrown)
          throw thrown
        }),
    })
  }
}

/** Signs in with a password. Throws as `checkSignIn` does. */
async function checkPassword(credentials: unknown): Promise<SignedInUser> {
  const origin = { address: await callerAddress(), browser: await knownBrowser() }
  return signedIn(await checkSignIn(contextOfVisitor(), credentials, origin), 'password')
}

function signedIn({ id, email, sessionVersion }: UserRow, method: SignInMethod): SignedInUser {
  return { id, email, sessionVersion, method }
}

const codeFields = z.object({ code: z.string().max(100).default('') })

/** The second step after a password or another provider. Throws as `requirePendingUser` and `verifyCode`. */
async function checkCode(credentials: unknown): Promise<SignedInUser> {
  const { code } = parseFields(codeFields, credentials)
  const user = await requirePendingUser()
  const browser = await knownBrowser()
  const origin = browser?.knows(user.email) ? { trusted: browser.id } : { address: await callerAddress() }
  await verifyCode(database(), user.id, code, origin)
  return signedIn(user, 'totp')
}

const passkeyFields = z.object({ response: z.string().max(20_000).default('') })

/**
 * A second step, or instead of a password. Throws CONFLICT once the challenge has expired, and as
 * `finishAuthentication`.
 */
async function checkPasskey(credentials: unknown): Promise<SignedInUser> {
  const { response } = parseFields(passkeyFields, credentials)
  const sealed = await readSealedCookie('guildhall-challenge')
  await clearSealedCookie('guildhall-challenge')
  if (typeof sealed?.challenge !== 'string')
    throw new AppError('CONFLICT', { message: 'This took too long. Try again.' })
  const assertion = {
    challenge: sealed.challenge,
    given: parseJson(response),
    userId: sealed.sub || undefined,
  }
  const userId = await finishAuthentication(database(), { origin: publicOrigin(await headers()) }, assertion)
  const user = await findCredentials(database(), { id: userId })
  const pending = await findPendingUser()
  const isOutdated = pending?.id === userId && pending.sessionVersion !== user?.sessionVersion
  if (!user || isOutdated) throw new AppError('UNAUTHENTICATED', { message: 'Sign in again.' })
  return signedIn(user, 'passkey')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Prevents using a ticket as a session, or a session as a ticket. */
const TICKET_SALT = 'guildhall-ticket'
const TICKET_SECONDS = 60

type Ticket = Pick<SignedInUser, 'id' | 'sessionVersion' | 'method'>

/**
 * Returns a ticket that signs in a person whom an action of this site has just identified: who has created an account,
 * or has ended all sessions including this one with a new password. It never leaves the server.
 */
export function issueTicket({ id, sessionVersion, method }: Ticket): Promise<string> {
  const token = { sub: id, sessionVersion, method }
  return encode({ token, secret: sessionSecret(), salt: TICKET_SALT, maxAge: TICKET_SECONDS })
}

const ticketFields = z.object({ ticket: z.string().default('') })

/** Throws UNAUTHENTICATED for a ticket that is forged, expired or of a former session version. */
async function checkTicket(credentials: unknown): Promise<SignedInUser> {
  const { ticket: token } = parseFields(ticketFields, credentials)
  const ticket = await decode({ token, secret: sessionSecret(), salt: TICKET_SALT }).catch(() => null)
  const user = ticket?.sub ? await findCredentials(database(), { id: ticket.sub }) : null
  if (!user || user.sessionVersion !== ticket?.sessionVersion || typeof ticket.method !== 'string')
    throw new AppError('UNAUTHENTICATED', { message: 'Sign in again.' })
  return signedIn(user, ticket.method)
}
