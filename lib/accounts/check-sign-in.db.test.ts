// Signing in: one answer for every mistake, and an end to guessing.
import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { cheapHash } from '../testing/cheap-hash.ts'
import { freshName, makeUser, visitor } from '../testing/factories.ts'
import { checkSignIn } from './check-sign-in.ts'
import { LIMITS } from './throttle.ts'

const PASSWORD = 'correct horse battery'
const passwordHash = await cheapHash(PASSWORD)

test('the right email and password name the person, and never the hash', async () => {
  const made = await makeUser({ passwordHash })

  const user = await checkSignIn(
    visitor(),
    { email: ` ${made.email.toUpperCase()}`, password: PASSWORD },
    freshName(),
  )

  expect(user).toEqual({ id: made.id, email: made.email, name: made.name, role: 'USER', sessionVersion: 0 })
})

test('a wrong password and an unknown person get the same answer', async () => {
  const { email } = await makeUser({ passwordHash })
  const answerFor = async (given: { email: string; password: string }) =>
    checkSignIn(visitor(), given, freshName()).catch((error) => ({
      code: error.code,
      message: error.message,
    }))

  const wrong = await answerFor({ email, password: 'wrong' })
  const unknown = await answerFor({ email: `${freshName()}@test.local`, password: 'wrong' })

  expect(wrong).toEqual({ code: 'UNAUTHENTICATED', message: 'The email or the password is wrong.' })
  expect(unknown).toEqual(wrong)
})

test('an empty form says what is missing', async () => {
  await expect(checkSignIn(visitor(), { email: '', password: '' }, freshName())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/email' }, { path: '/password' }] },
  })
})

test('after ten wrong passwords even the right one has to wait, and is told how long', async () => {
  const { email } = await makeUser({ passwordHash })
  const attempt = (password: string) => checkSignIn(visitor(), { email, password }, freshName())

  const endings = await Promise.allSettled(Array.from({ length: 12 }, () => attempt('wrong')))
  const codes = endings.map((ending) => ending.status === 'rejected' && ending.reason.code)

  // Twelve at once: every one was counted before its password was looked at.
  expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(LIMITS.signInByEmail.points)
  await expect(attempt(PASSWORD)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many attempts. Try again in 15 minutes.',
    options: { retryAfter: expect.any(Number) },
  })
})

test('signing in forgets the mistakes before it', async () => {
  const { email } = await makeUser({ passwordHash })
  const attempt = (password: string) => checkSignIn(visitor(), { email, password }, freshName())

  for (let round = 0; round < 2; round++) {
    await Promise.allSettled(Array.from({ length: 9 }, () => attempt('wrong')))
    await expect(attempt(PASSWORD)).resolves.toMatchObject({ email })
  }
})

test('guessing at many people from one address ends too', async () => {
  const address = freshName('address')
  const { name, points } = LIMITS.signInByAddress
  const expire = BigInt(Date.now() + 60_000)
  await database().rateLimit.create({ data: { key: `${name}:${address}`, points, expire } })
  const { email } = await makeUser({ passwordHash })

  const attempt = checkSignIn(visitor(), { email, password: PASSWORD }, address)

  await expect(attempt).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
})
