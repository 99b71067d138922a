import { expect, test } from 'vitest'
import { findSessionUser } from '../../accounts/rows/users.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { freshName, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { admitKey, findApiKeyById } from './admit-key.ts'
import { insertApiKey } from './api-keys.ts'
import { insertClient, insertToken } from './oauth.ts'

const db = database()

const LIMITS = {
  byKey: { name: 'test-key', points: 2, seconds: 60 },
  byOrganisation: { name: 'test-organisation', points: 3, seconds: 60 },
}

async function findKeyHolder(hash: string) {
  const admitted = await admitKey(db, hash, LIMITS)
  return admitted && { key: admitted.key, user: admitted.user }
}

async function makeKey() {
  const [owner, user] = await Promise.all([makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner, members: [user] })
  const hash = freshName('hash')
  const id = await insertApiKey(db, {
    organisationId: organisation.id,
    userId: user.id,
    name: 'A key',
    prefix: 'gh_a',
    hash,
    scopes: ['read', 'run'],
    expiresAt: new Date(Date.now() + 60_000),
    skillSets: ['a.b'],
    dailyCapMicros: 5n,
  })
  return { id, hash, user, organisation }
}

test('matches the results of the separate queries', async () => {
  const { id, hash, user, organisation } = await makeKey()

  expect(await findKeyHolder(hash)).toEqual({
    key: await findApiKeyById(db, id),
    user: await findSessionUser(db, user.id, organisation.id),
  })
})

test('finds the key behind the token of a connected program, with the end of the token', async () => {
  const { id, user, organisation } = await makeKey()
  const client = { id: freshName('app'), name: 'An app', redirectUris: [], website: null }
  await insertClient(db, client)
  const token = { clientId: client.id, keyId: id, accessHash: freshName('at'), refreshHash: freshName('rt') }
  const ends = { accessExpiresAt: new Date(Date.now() + 1_000), refreshExpiresAt: new Date() }
  await insertToken(db, { ...token, ...ends, scopes: [] })

  const holder = await findKeyHolder(token.accessHash)

  expect(holder).toEqual({
    key: { ...(await findApiKeyById(db, id)), expiresAt: ends.accessExpiresAt },
    user: await findSessionUser(db, user.id, organisation.id),
  })
  expect(await findKeyHolder(token.refreshHash)).toBeNull()

  const less = { accessHash: freshName('at'), refreshHash: freshName('rt'), scopes: ['read' as const] }
  await insertToken(db, { ...token, ...ends, ...less })
  expect(await findKeyHolder(less.accessHash)).toMatchObject({ key: { id, scopes: ['read'] } })
})

test('the key of a removed member has no holder', async () => {
  const { id, hash, user, organisation } = await makeKey()
  await db.membership.delete({
    where: { organisationId_userId: { organisationId: organisation.id, userId: user.id } },
  })

  expect(await findKeyHolder(hash)).toMatchObject({ key: { id }, user: null })
  expect(await findKeyHolder(freshName('none'))).toBeNull()
})

test('a call counts for the key and for its organisation, also beside other attempts', async () => {
  const [one, other] = [await makeKey(), await makeKey()]
  await db.apiKey.update({ where: { id: other.id }, data: { organisationId: one.organisation.id } })
  const wait = async (hash: string) => (await admitKey(db, hash, LIMITS))?.waitSeconds

  const ofOne = await Promise.all([1, 2, 3].map(() => wait(one.hash)))

  expect(ofOne.filter((seconds) => seconds === 0)).toHaveLength(2)
  expect(Math.max(...ofOne.map(Number))).toBeLessThanOrEqual(60)
  expect(await wait(other.hash)).toBeGreaterThan(0)
  expect(await countAttempt(db, LIMITS.byKey, other.id)).toBe(0)
  expect(await countAttempt(db, LIMITS.byKey, other.id)).toBeGreaterThan(0)
})

test('a window that has passed starts again, and a key that cannot call is not counted', async () => {
  const { id, hash } = await makeKey()
  const counter = { key: `test-key:${id}` }
  const read = async () => (await db.rateLimit.findUnique({ where: counter }))?.points
  await countAttempt(db, LIMITS.byKey, id, 9)
  await db.rateLimit.update({ where: counter, data: { expire: Date.now() - 60_000 } })

  expect(await admitKey(db, hash, LIMITS)).toMatchObject({ waitSeconds: 0 })
  expect(await read()).toBe(1)
  await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
  expect(await admitKey(db, hash, LIMITS)).toMatchObject({ key: { id }, waitSeconds: 0 })
  await db.apiKey.update({ where: { id }, data: { expiresAt: null, revokedAt: new Date() } })
  expect(await admitKey(db, hash, LIMITS)).toMatchObject({ key: { id }, waitSeconds: 0 })
  expect(await read()).toBe(1)
})
