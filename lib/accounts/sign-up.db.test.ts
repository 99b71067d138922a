// Making an account, by form and by GitHub: what is kept, and what is refused.
import { describe, expect, test } from 'vitest'
import { authAdapter } from '../db/auth-adapter.ts'
import { database } from '../db/client.ts'
import { freshName, visitor } from '../testing/factories.ts'
import { checkSignIn } from './check-sign-in.ts'
import { signUp } from './sign-up.ts'
import { LIMITS } from './throttle.ts'

const db = database()
const PASSWORD = 'correct horse battery'
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

  test('keeps a hash of the password, never the password', async () => {
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

  test('of two with one email at once makes one, whole', async () => {
    const given = form()

    const endings = await Promise.allSettled([1, 2].map(() => signUp(visitor(), given, freshName())))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.organisation.count({ where: { personalOf: { email: given.email } } })).toBe(1)
  })

  test('says everything that is wrong at once, each at its field', async () => {
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
        key: `${LIMITS.signUpByAddress.name}:${address}`,
        points: LIMITS.signUpByAddress.points,
        expire: BigInt(Date.now() + 60_000),
      },
    })

    await expect(signUp(visitor(), form(), address)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })
})

describe('coming from GitHub', () => {
  const profile = () => ({ name: 'Grace', email: `${freshName('Grace')}@test.local`, emailVerified: null })

  test('makes the organisation too, and keeps neither tokens nor picture', async () => {
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

    const attempt = checkSignIn(visitor(), { email: user.email, password: 'anything' }, freshName())

    await expect(attempt).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
