import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '../../../auth/credentials.ts'
import { insertSession } from '../../../auth/rows/session-rows.ts'
import { beginRegistration, finishRegistration } from '../../../auth/second-factor/passkeys.ts'
import { beginTotp, confirmTotp } from '../../../auth/second-factor/totp.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { contextFor, makeUser } from '../../factories.ts'
import { makeAuthenticator } from '../../software-authenticator.ts'

const db = database()
export const SITE = { origin: 'http://localhost:3000' }
export const PASSWORD = 'a long password'

export const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 })

export async function makeUserWithTotp() {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { secret } = await beginTotp(ctx)
  const codes = await confirmTotp(ctx, codeOf(secret, -1))
  return { user, ctx, secret, codes }
}

/** Creates a person with a password and a session in which they last re-authenticated `minutes` ago. */
export async function makeBrowserSession(minutes: number): Promise<Context> {
  const user = await makeUser({ passwordHash: await hashPassword(PASSWORD) })
  const sessionId = crypto.randomUUID()
  const reauthenticatedAt = new Date(Date.now() - minutes * 60_000)
  await insertSession(db, {
    id: sessionId,
    userId: user.id,
    method: 'password',
    userAgent: '',
    address: '',
    reauthenticatedAt,
  })
  return { ...(await contextFor(user)), sessionId }
}

export async function makeUserWithPasskey(authenticator = makeAuthenticator(SITE.origin)) {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const options = await beginRegistration(ctx, SITE)
  const given = { name: 'Laptop', response: authenticator.register(options) }
  await finishRegistration(ctx, SITE, { challenge: options.challenge, given })
  return { user, ctx, authenticator, options, given }
}

/** Sets up an app without a session, as if the person were present. */
export async function confirmTotpOf({ sessionId, ...ctx }: Context): Promise<void> {
  const { secret } = await beginTotp(ctx)
  await confirmTotp(ctx, codeOf(secret, -1))
}
