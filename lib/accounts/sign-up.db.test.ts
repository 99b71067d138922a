import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { freshName, visitor } from '../testing/factories.ts'
import { signUp } from './sign-in.ts'

const PASSWORD = 'correct horse battery'

const db = database()
const form = () => ({ name: 'Ada Lovelace', email: `${freshName('ada')}@test.local`, password: PASSWORD })

describe('signing up', () => {
  test('creates a person and their personal organisation', async () => {
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
