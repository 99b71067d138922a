// Tests signing in and out through next-auth, as the server actions do.
import { encode } from 'next-auth/jwt'
import { beforeEach, describe, expect, test } from 'vitest'
import { beginPasskeySignIn } from '#app/sign-in/second/actions.ts'
import { beginTotp, confirmTotp } from '../../../auth/second-factor/totp.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { cheapPasswordHash } from '../../../testing/cheap-password-hash.ts'
import { contextFor, makeUser, type TestUser } from '../../../testing/factories.ts'
import { clearRequest, requestCookies, requestHeaders } from '../../../testing/fake-next-headers.ts'
import { codeOf, makeUserWithPasskey } from '../../../testing/setup/accounts/second-factor.ts'
import { contextFromCookie } from '../context/context-from-request.ts'
import { findSession } from '../context/session-viewer.ts'
import { sessionCookieName } from '../cookies/session-token.ts'
import { signInAs, signInByCredentials, signOutHere } from './sign-in.ts'

const SECRET = 'for a test of signing in'
process.env.NEXTAUTH_SECRET = SECRET

const PASSWORD = 'correct horse battery'
const db = database()
const token = () => requestCookies.get(sessionCookieName())
const viewerId = async () => (await contextFromCookie()).viewer?.userId

beforeEach(clearRequest)

async function makePerson(): Promise<TestUser> {
  return makeUser({ passwordHash: await cheapPasswordHash(PASSWORD) })
}

function signIn(email: string, password = PASSWORD, next?: string): Promise<string> {
  return signInByCredentials('credentials', { email, password }, next)
}

test('the right password begins a session and leads to the page that was asked for', async () => {
  const { id, email } = await makePerson()
  requestHeaders.set('user-agent', 'Firefox/140.0')

  expect(await signIn(email.toUpperCase(), PASSWORD, '/runs?state=failed#2')).toBe('/runs?state=failed#2')

  expect(await viewerId()).toBe(id)
  expect(await db.browserSession.findMany({ where: { userId: id } })).toMatchObject([
    { method: 'password', userAgent: 'Firefox/140.0', reauthenticatedAt: expect.any(Date) },
  ])
})

test('signing in never leads to another site', async () => {
  const { email } = await makePerson()

  expect(await signIn(email, PASSWORD, 'https://evil.example/runs')).toBe('/')
})

test('a wrong password and an unknown address are refused with the same error, and begin no session', async () => {
  const { email } = await makePerson()
  const refusal = (thrown: unknown) => thrown

  const wrong = await signIn(email, 'a wrong password').catch(refusal)
  const unknown = await signIn(`nobody-${email}`).catch(refusal)

  expect(wrong).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Incorrect email or password.' })
  expect(unknown).toEqual(wrong)
  expect(await viewerId()).toBeUndefined()
})

test('a missing password is refused at its field', async () => {
  const { email } = await makePerson()

  await expect(signInByCredentials('credentials', { email, password: undefined })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/password', message: 'Enter your password.' }] },
  })
})

test('too many wrong passwords are refused with the time to wait', async () => {
  const { email } = await makePerson()
  for (let guess = 0; guess < 10; guess++) await signIn(email, 'a wrong password').catch(() => {})

  await expect(signIn(email)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    options: { retryAfter: expect.any(Number) },
  })
})

test('a locked account is refused with its reason', async () => {
  const { id, email } = await makePerson()
  await db.user.update({ where: { id }, data: { lockedAt: new Date() } })

  await expect(signIn(email)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await signInAs({ id, sessionVersion: 0, method: 'password' })).toBe('/sign-in?error=Locked')
  expect(await viewerId()).toBeUndefined()
})

test('a browser that has signed in has its own limit for wrong passwords', async () => {
  const { email, id } = await makePerson()
  await signIn(email)
  const browser = requestCookies.get('guildhall-browser')!
  clearRequest()
  for (let guess = 0; guess < 10; guess++) await signIn(email, 'a wrong password').catch(() => {})

  requestCookies.set('guildhall-browser', browser)
  await signIn(email)

  expect(await viewerId()).toBe(id)
})

describe('a person with an authenticator app', () => {
  async function makeProtected() {
    const person = await makePerson()
    const ctx = await contextFor(person)
    const { secret } = await beginTotp(ctx)
    const recoveryCodes = await confirmTotp(ctx, codeOf(secret, -1))
    return { ...person, recoveryCodes, code: codeOf(secret) }
  }

  test('gets a session after the password and a code', async () => {
    const { id, email, code } = await makeProtected()

    expect(await signIn(email, PASSWORD, '/runs')).toBe('/sign-in/second?next=%2Fruns')
    expect(await viewerId()).toBeUndefined()
    expect(await db.browserSession.count({ where: { userId: id } })).toBe(0)

    expect(await signInByCredentials('code', { code }, '/runs')).toBe('/runs')
    expect(await viewerId()).toBe(id)
    expect(await db.browserSession.findFirst({ where: { userId: id } })).toMatchObject({ method: 'totp' })
    // The pending sign-in has ended.
    await expect(signInByCredentials('code', { code })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('gets a session after the password and a recovery code', async () => {
    const { id, email, recoveryCodes } = await makeProtected()
    await signIn(email)

    await signInByCredentials('code', { code: recoveryCodes[0] })

    expect(await viewerId()).toBe(id)
  })

  test('is refused a wrong code at its field, and a code without a password', async () => {
    const { email, code } = await makeProtected()

    await expect(signInByCredentials('code', { code })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await signIn(email)
    await expect(signInByCredentials('code', { code: '000000' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/code' }] },
    })
    expect(await viewerId()).toBeUndefined()
  })

  test('is refused a code once the password was changed', async () => {
    const { id, email, code } = await makeProtected()
    await signIn(email)
    await db.user.update({ where: { id: id }, data: { sessionVersion: { increment: 1 } } })

    await expect(signInByCredentials('code', { code })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

test('a passkey replaces the password, once for each challenge', async () => {
  const { user, authenticator } = await makeUserWithPasskey()
  requestHeaders.set('host', 'localhost:3000')
  const begun = await beginPasskeySignIn()
  if (!begun.ok) throw new Error(begun.error.message)
  const challenge = requestCookies.get('guildhall-challenge')!
  const response = JSON.stringify(authenticator.authenticate(begun.data))

  expect(await signInByCredentials('passkey', { response }, '/runs')).toBe('/runs')

  expect(await viewerId()).toBe(user.id)
  expect(await db.browserSession.findFirst({ where: { userId: user.id } })).toMatchObject({
    method: 'passkey',
  })
  requestCookies.set('guildhall-challenge', challenge)
  await expect(signInByCredentials('passkey', { response })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a passkey without a challenge of this site is refused', async () => {
  await expect(signInByCredentials('passkey', { response: '{"id":"a"}' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test.each(['the same person', 'another person'])(
  'the session before is revoked when %s signs in',
  async (who) => {
    const first = await makePerson()
    const second = who === 'the same person' ? first : await makePerson()
    await signIn(first.email)
    const before = token()

    await signIn(second.email)

    expect(await findSession(db, before)).toBeNull()
    expect(await viewerId()).toBe(second.id)
  },
)

test('cookies that next-auth cannot read prevent neither signing in nor reading the session', async () => {
  const { id, email } = await makePerson()
  requestCookies.set(sessionCookieName(), 'not a session')
  requestCookies.set('next-auth.callback-url', '%')
  requestCookies.set('next-auth.csrf-token', 'nonsense')

  expect(await viewerId()).toBeUndefined()
  await signIn(email)
  requestCookies.set('next-auth.callback-url', '%')

  expect(await viewerId()).toBe(id)
})

test('a ticket signs in nobody if it is forged, expired, of a former session version or a session', async () => {
  const { id } = await makePerson()
  const claims = { sub: id, sessionVersion: 0, method: 'password' }
  const salt = 'guildhall-ticket'
  await signInAs({ id, sessionVersion: 0, method: 'password' })
  const session = token()!
  clearRequest()

  for (const ticket of [
    undefined,
    'nonsense',
    session,
    await encode({ token: claims, secret: 'another secret', salt }),
    await encode({ token: claims, secret: SECRET, salt, maxAge: -60 }),
    await encode({ token: claims, secret: SECRET }),
    await encode({ token: { ...claims, sessionVersion: 1 }, secret: SECRET, salt }),
  ])
    await expect(signInByCredentials('ticket', { ticket })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await viewerId()).toBeUndefined()
})

test('signing out revokes the session, of which there may be a copy, and forgets the organisation', async () => {
  const { email } = await makePerson()
  await signIn(email)
  requestCookies.set('guildhall-org', crypto.randomUUID())
  const copy = token()

  await signOutHere()

  expect(token()).toBe('')
  expect(requestCookies.get('guildhall-org')).toBe('')
  expect(await findSession(db, copy)).toBeNull()
})

test('a visitor can sign out', async () => {
  await signOutHere()

  expect(await viewerId()).toBeUndefined()
})
