import { expect, test } from 'vitest'
import { freshName, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { database } from '../core/prisma-client.ts'
import { findApiKeyById, findKeyHolder, insertApiKey } from './api-keys.ts'
import { insertClient, insertToken } from './oauth.ts'
import { findSessionUser } from './users.ts'

const db = database()

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

  expect(await findKeyHolder(db, hash)).toEqual({
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

  const holder = await findKeyHolder(db, token.accessHash)

  expect(holder).toEqual({
    key: { ...(await findApiKeyById(db, id)), expiresAt: ends.accessExpiresAt },
    user: await findSessionUser(db, user.id, organisation.id),
  })
  expect(await findKeyHolder(db, token.refreshHash)).toBeNull()

  const less = { accessHash: freshName('at'), refreshHash: freshName('rt'), scopes: ['read' as const] }
  await insertToken(db, { ...token, ...ends, ...less })
  expect(await findKeyHolder(db, less.accessHash)).toMatchObject({ key: { id, scopes: ['read'] } })
})

test('the key of a removed member has no holder', async () => {
  const { id, hash, user, organisation } = await makeKey()
  await db.membership.delete({
    where: { organisationId_userId: { organisationId: organisation.id, userId: user.id } },
  })

  expect(await findKeyHolder(db, hash)).toMatchObject({ key: { id }, user: null })
  expect(await findKeyHolder(db, freshName('none'))).toBeNull()
})
