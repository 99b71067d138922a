import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyPassword } from '#lib/accounts/password.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from '#prisma/market/demo-accounts.ts'
import { migrate } from '#prisma/migrate.ts'
import { dropDatabase, ensureDatabase, withClient } from '../postgres/databases.ts'
import { hasAdmin, isLoopback, lockDemoAccounts, unlockDemoAccounts } from './demo.ts'

test('only loopback is loopback', () => {
  expect(['127.0.0.1', 'localhost', '::1'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '192.168.1.5', 'example.org'].some(isLoopback)).toBe(false)
})

test('demo accounts are locked with their sessions ended, and open again, and nobody else is touched', async () => {
  const name = `demo_${randomBytes(5).toString('hex')}`
  await ensureDatabase(process.env.DATABASE_URL!, name)
  const url = Object.assign(new URL(process.env.DATABASE_URL!), { pathname: `/${name}` }).href
  try {
    await migrate(url)
    await addUsers(url, [...DEMO_EMAILS, 'ada@example.com'])

    const locked = await lockDemoAccounts(url)
    const whileLocked = await readUsers(url)
    const isOffered = await unlockDemoAccounts(url)
    const after = await readUsers(url)

    expect(locked).toBe(DEMO_EMAILS.length)
    for (const email of DEMO_EMAILS) {
      expect(whileLocked[email]).toEqual({ passwordHash: null, sessionVersion: 1 })
      expect(await verifyPassword(DEMO_PASSWORD, after[email]?.passwordHash)).toBe(true)
    }
    expect(isOffered).toBe(true)
    expect(after['ada@example.com']).toEqual({ passwordHash: 'theirs', sessionVersion: 0 })
    expect(await hasAdmin(url)).toBe(false)
  } finally {
    await dropDatabase(process.env.DATABASE_URL!, name)
  }
})

async function addUsers(url: string, emails: string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const email of emails) {
      await client.query(
        `insert into "User" (id, email, name, "passwordHash") values ($1, $1, $1, 'theirs')`,
        [email],
      )
    }
  })
}

type Row = { passwordHash: string | null; sessionVersion: number }

async function readUsers(url: string): Promise<Record<string, Row>> {
  const { rows } = await withClient(url, (client) =>
    client.query<Row & { email: string }>('select email, "passwordHash", "sessionVersion" from "User"'),
  )
  return Object.fromEntries(rows.map(({ email, ...row }) => [email, row]))
}
