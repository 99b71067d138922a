// Tests that every failed sign-in gets the same answer, and that guessing is stopped.
import { describe, expect, test } from 'vitest'
import { authAdapter } from '../db/accounts/auth-adapter.ts'
import { database } from '../db/core/prisma-client.ts'
import type { RateLimitWindow } from '../db/platform/rate-limits.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import { freshName, makeUser, visitor } from '../testing/factories.ts'
import { delayMs, RATE_LIMITS, type SignInOrigin } from './enforce-rate-limit.ts'
import { checkSignIn, signUp } from './sign-in.ts'

const PASSWORD = 'correct horse battery'
const passwordHash = await cheapPasswordHash(PASSWORD)

test('the right email and password name the person, and never the hash', async () => {
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

test('an empty form lists the missing fields', async () => {
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

  test('are slowed down across addresses, and so are unknown browsers', async () => {
    const { email } = await makeUser({ passwordHash })
    await spend(RATE_LIMITS.signInSlow, email)
    await guessFrom(email, 3)

    const startedMs = performance.now()
    await checkSignIn(visitor(), { email, password: PASSWORD }, { address: freshName('home') })

    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(delayMs(4) - 1)
    expect(delayMs(1_000)).toBeLessThanOrEqual(10_000)
  })

  test('reach a limit, but never lock out a browser in which the person signed in before', async () => {
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

  test('get no extra guesses with a browser’s cookie', async () => {
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

test('signing in forgets the mistakes before it', async () => {
  const { email } = await makeUser({ passwordHash })
  const origin = { address: freshName('address') }
  const attempt = (password: string) => checkSignIn(visitor(), { email, password }, origin)

  for (let round = 0; round < 2; round++) {
    await Promise.allSettled(Array.from({ length: 9 }, () => attempt('wrong')))
    await expect(attempt(PASSWORD)).resolves.toMatchObject({ email })
  }
})

test('guessing at many people from one address ends too', async () => {
  const address = freshName('address')
  const { name, points } = RATE_LIMITS.signInByAddress
  const expire = BigInt(Date.now() + 60_000)
  await database().rateLimit.create({ data: { key: `${name}:${address}`, points, expire } })
  const { email } = await makeUser({ passwordHash })

  const attempt = checkSignIn(visitor(), { email, password: PASSWORD }, { address })

  await expect(attempt).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
})

const db = database()
const form = () => ({ name: 'Ada Lovelace', email: `${freshName('ada')}@test.local`, password: PASSWORD })

describe('signing up', () => {
  test('makes a person and the organisation they have to themselves', async () => {
    const given = form()

    const user = await signUp(visitor(), { ...given, email: ` ${given.email.toUpperCase()} ` }, freshName())

    expect(user).toMatchObject({ email: given.email, name: 'Ada Lovelace', role: 'USER' })
    const organisation = await db.organisation.findUniqueOrThrow({
      where: { personalOfId: user.id },
      include: { members: true },
    })
    expect(organisation).toMatchObject({
      name: 'Ada Lovelace',
      members: [{ userId: user.id, role: 'OWNER' }],
    })
  })

  test('stores a hash of the password, never the password', async () => {
    const given = form()
    await signUp(visitor(), given, freshName())

    const row = await db.user.findUniqueOrThrow({ where: { email: given.email } })
    expect(row.passwordHash).toMatch(/^scrypt\$/)
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
  })

  test('takes no role from the form', async () => {
    const user = await signUp(visitor(), { ...form(), role: 'ADMIN', sessionVersion: 7 }, freshName())

    expect(user).toMatchObject({ role: 'USER', sessionVersion: 0 })
  })

  test('refuses an email that has an account, whatever its case', async () => {
    const given = form()
    await signUp(visitor(), given, freshName())

    const again = signUp(visitor(), { ...given, email: given.email.toUpperCase() }, freshName())

    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', options: { issues: [{ path: '/email' }] } })
  })

  test('creates one complete account for two simultaneous sign-ups with one email', async () => {
    const given = form()

    const endings = await Promise.allSettled([1, 2].map(() => signUp(visitor(), given, freshName())))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.organisation.count({ where: { personalOf: { email: given.email } } })).toBe(1)
  })

  test('reports all errors together, each at its field', async () => {
    const attempt = signUp(visitor(), { name: ' ', email: 'ada', password: 'short' }, freshName())

    await expect(attempt).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/name' }, { path: '/email' }, { path: '/password' }] },
    })
  })

  test.each([null, 'x', { email: { not: '' }, name: ['a'], password: 12345678901 }])(
    'refuses %j',
    async (given) => {
      await expect(signUp(visitor(), given, freshName())).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    },
  )

  test('is limited by address', async () => {
    const address = freshName('address')
    await db.rateLimit.create({
      data: {
        key: `${RATE_LIMITS.signUpByAddress.name}:${address}`,
        points: RATE_LIMITS.signUpByAddress.points,
        expire: BigInt(Date.now() + 60_000),
      },
    })

    await expect(signUp(visitor(), form(), address)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })
})

describe('coming from GitHub', () => {
  const profile = () => ({ name: 'Grace', email: `${freshName('Grace')}@test.local`, emailVerified: null })

  test('creates the organisation too, and stores neither tokens nor picture', async () => {
    const adapter = authAdapter(db)
    const user = await adapter.createUser!({ ...profile(), image: 'https://avatars.example/1' } as never)
    await adapter.linkAccount!({
      userId: user.id,
      type: 'oauth',
      provider: 'github',
      providerAccountId: freshName('id'),
      access_token: 'gho_secret',
      refresh_token_expires_in: 1,
    } as never)

    const row = await db.user.findUniqueOrThrow({
      where: { id: user.id },
      include: { accounts: true, personal: { include: { members: true } } },
    })
    expect(row).toMatchObject({
      email: user.email.toLowerCase(),
      image: null,
      passwordHash: null,
      role: 'USER',
    })
    expect(row.personal!.members).toMatchObject([{ userId: user.id, role: 'OWNER' }])
    expect(row.accounts).toMatchObject([{ provider: 'github', access_token: null }])
  })

  test('without a name takes the beginning of the email', async () => {
    const user = await authAdapter(db).createUser!({ ...profile(), name: null } as never)

    expect(user.name).toBe(user.email.split('@')[0])
  })

  test('finds a person by email whatever its case, and by their GitHub account', async () => {
    const adapter = authAdapter(db)
    const user = await adapter.createUser!(profile() as never)
    const account = { provider: 'github', providerAccountId: freshName('id') }
    await adapter.linkAccount!({ ...account, userId: user.id, type: 'oauth' } as never)

    expect(await adapter.getUserByEmail!(user.email.toUpperCase())).toMatchObject({ id: user.id })
    expect(await adapter.getUserByAccount!(account)).toMatchObject({ id: user.id })
  })

  test('leaves no password to guess', async () => {
    const user = await authAdapter(db).createUser!(profile() as never)

    const attempt = checkSignIn(
      visitor(),
      { email: user.email, password: 'anything' },
      { address: freshName() },
    )

    await expect(attempt).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
