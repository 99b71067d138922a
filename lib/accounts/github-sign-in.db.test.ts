import { describe, expect, test } from 'vitest'
import { authAdapter } from '../auth/rows/auth-adapter.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { freshName, visitor } from '../testing/factories.ts'
import { checkSignIn } from './sign-in.ts'

const db = database()

describe('a first sign-in with GitHub', () => {
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

  test('without a name uses the beginning of the email', async () => {
    const user = await authAdapter(db).createUser!({ ...profile(), name: null } as never)

    expect(user.name).toBe(user.email.split('@')[0])
  })

  test('is followed by others that find the person by email in any case, and by their GitHub account', async () => {
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
