import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '#lib/auth/credentials.ts'
import { copyDatabase } from '#lib/testing/copy-database.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from '#prisma/market/demo-accounts.ts'
import { dropDatabase, withClient } from '../postgres/databases.ts'
import { prepareDemo } from './address.ts'
import { hasAdmin, lockDemoAccounts, unlockDemoAccounts } from './demo.ts'

let url: string
let name: string
beforeAll(async () => {
  name = `demo_${randomBytes(5).toString('hex')}`
  url = await copyDatabase(name)
  await addUsers(url, [...DEMO_EMAILS, 'ada@example.com'])
})
afterAll(() => dropDatabase(process.env.DATABASE_URL!, name))

test('demo accounts are locked and their sessions ended, then unlocked again, without touching other accounts', async () => {
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
})

// biome-ignore format: table
test.each<[Record<string, string>, string, boolean]>([
  [{},                                              '127.0.0.1', true],
  [{},                                              '0.0.0.0',   false],
  // A proxy on this machine may forward anyone, and the demo password is public.
  [{ NEXTAUTH_URL: 'https://skills.example.org' },  '127.0.0.1', false],
  [{ TRUST_PROXY: '1' },                            '127.0.0.1', false],
])('with %j on %s the demo is offered: %s', async (env, host, isOffered) => {
  const database = { url, directUrl: url, ownerUrl: url, embedded: true, isFresh: false, markFilled: async () => {}, stop: async () => {} }
  const address = { host, port: 3000, url: '', localUrl: '' }
  const start = { database, address, env: { NODE_ENV: 'test' as const, ...env }, log: () => {}, onClose: () => {} }

  expect((await prepareDemo(start)).hasDemo).toBe(isOffered)
  const { passwordHash } = (await readUsers(url))[DEMO_EMAILS[0]!]!
  expect(passwordHash !== null).toBe(isOffered)
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
