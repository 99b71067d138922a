// Tests that every failed sign-in gets the same answer, and that guessing is stopped.
import { describe, expect, test } from 'vitest'
import { delayMs, RATE_LIMITS, type SignInOrigin } from '../auth/enforce-rate-limit.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { RateLimitWindow } from '../settings/rows/rate-limits.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import { freshName, makeUser, visitor } from '../testing/factories.ts'
import { checkSignIn } from './sign-in.ts'

const PASSWORD = 'correct horse battery'
const passwordHash = await cheapPasswordHash(PASSWORD)

test('the right email and password return the person without the hash', async () => {
  const made = await makeUser({ passwordHash })

  const user = await checkSignIn(
    visitor(),
    { email: ` ${made.email.toUpperCase()}`, password: PASSWORD },
    { address: freshName() },
  )

  expect(user).toEqual({ id: made.id, email: made.email, name: made.name, role: 'USER', sessionVersion: 0 })
})

test('a wrong password and an unknown person get the same answer', async () => {
  const { email } = await makeUser({ passwordHash })
  const answerFor = async (given: { email: string; password: string }) =>
    checkSignIn(visitor(), given, { address: freshName() }).catch((error) => ({
      code: error.code,
      message: error.message,
    }))

  const wrong = await answerFor({ email, password: 'wrong' })
  const unknown = await answerFor({ email: `${freshName()}@test.local`, password: 'wrong' })

  expect(wrong).toEqual({ code: 'UNAUTHENTICATED', message: 'Incorrect email or password.' })
  expect(unknown).toEqual(wrong)
})

test('signing in with an empty form is refused with the missing fields', async () => {
  await expect(
    checkSignIn(visitor(), { email: '', password: '' }, { address: freshName() }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/email' }, { path: '/password' }] },
  })
})

test('after ten wrong passwords from one address, even the right one has to wait there, and the response states how long', async () => {
  const { email } = await makeUser({ passwordHash })
  const origin = { address: freshName('address') }
  const attempt = (password: string) => checkSignIn(visitor(), { email, password }, origin)

  const endings = await Promise.allSettled(Array.from({ length: 12 }, () => attempt('wrong')))
  const codes = endings.map((ending) => ending.status === 'rejected' && ending.reason.code)

  // All twelve run at once, and each was counted before its password was checked.
  expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(RATE_LIMITS.signInByPair.points)
  await expect(attempt(PASSWORD)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many attempts. Try again in 15 minutes.',
    options: { retryAfter: expect.any(Number) },
  })
})

describe('password guessing', () => {
  const guessFrom = (email: string, addresses: number) =>
    Promise.allSettled(
      Array.from({ length: addresses }, () =>
        checkSignIn(visitor(), { email, password: 'wrong' }, { address: freshName('bot') }),
      ),
    )
  const spend = (window: RateLimitWindow, key: string) =>
    database().rateLimit.create({
      data: { key: `${window.name}:${key}`, points: window.points, expire: BigInt(Date.now() + 60_000) },
    })

  test('does not lock the person out, from any address', async () => {
    const { email } = await makeUser({ passwordHash })
    await guessFrom(email, 15)

    const own = checkSignIn(visitor(), { email, password: PASSWORD }, { address: freshName('home') })

    await expect(own).resolves.toMatchObject({ email })
  })

  test('is slowed down across addresses, and so are unknown browsers', async () => {
    const { email } = await makeUser({ passwordHash })
    await spend(RATE_LIMITS.signInSlow, email)
    await guessFrom(email, 3)

    const startedMs = performance.now()
    await checkSignIn(visitor(), { email, password: PASSWORD }, { address: freshName('home') })

    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(delayMs(4) - 1)
    expect(delayMs(1_000)).toBeLessThanOrEqual(10_000)
  })

  test('reaches a limit, but never locks out a browser in which the person signed in before', async () => {
    const { email } = await makeUser({ passwordHash })
    const address = freshName('office')
    await spend(RATE_LIMITS.signInByEmail, email)
    await spend(RATE_LIMITS.signInByAddress, address)
    const browser = { id: freshName('browser'), knows: (each: string) => each === email }
    const attempt = (given: SignInOrigin) => checkSignIn(visitor(), { email, password: PASSWORD }, given)

    await expect(attempt({ address: freshName('bot') })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
    })
    await expect(attempt({ address, browser })).resolves.toMatchObject({ email })
  })

  test('gets no extra guesses with a browser’s cookie', async () => {
    const { email } = await makeUser({ passwordHash })
    const browser = { id: freshName('browser'), knows: () => true }
    const attempt = (password: string) =>
      checkSignIn(visitor(), { email, password }, { address: freshName('bot'), browser })

    await Promise.allSettled(
      Array.from({ length: RATE_LIMITS.signInByBrowser.points }, () => attempt('wrong')),
    )

    await expect(attempt(PASSWORD)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })
})

test('signing in takes the wrong passwords before it off the limit', async () => {
  const { email } = await makeUser({ passwordHash })
  const origin = { address: freshName('address') }
  const attempt = (password: string) => checkSignIn(visitor(), { email, password }, origin)

  for (let round = 0; round < 2; round++) {
    await Promise.allSettled(Array.from({ length: 9 }, () => attempt('wrong')))
    await expect(attempt(PASSWORD)).resolves.toMatchObject({ email })
  }
})

test('guessing the passwords of many people from one address reaches a limit', async () => {
  const address = freshName('address')
  const { name, points } = RATE_LIMITS.signInByAddress
  const expire = BigInt(Date.now() + 60_000)
  await database().rateLimit.create({ data: { key: `${name}:${address}`, points, expire } })
  const { email } = await makeUser({ passwordHash })

  const attempt = checkSignIn(visitor(), { email, password: PASSWORD }, { address })

  await expect(attempt).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
})
