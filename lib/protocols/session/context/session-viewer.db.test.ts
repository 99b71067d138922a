// Tests which person a session token identifies, and when it is invalid.
import { encode } from 'next-auth/jwt'
import { beforeAll, expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { makeOrganisation, makeUser } from '../../../testing/factories.ts'
import { sealSession } from '../cookies/session-token.ts'
import { findSession } from './session-viewer.ts'

const db = database()
const SECRET = 'a secret of these tests'

const viewerOf = async (...asked: Parameters<typeof findSession>) =>
  (await findSession(...asked))?.viewer ?? null

beforeAll(() => {
  process.env.NEXTAUTH_SECRET = SECRET
})

test('a token identifies the person, in their personal organisation', async () => {
  const user = await makeUser()

  const viewer = await viewerOf(db, await sealSession({ userId: user.id, sessionVersion: 0 }))

  expect(viewer).toEqual({
    userId: user.id,
    email: user.email,
    name: user.name,
    role: 'USER',
    organisationId: user.organisation.id,
    organisationName: user.organisation.name,
    organisationRole: 'OWNER',
  })
})

test('a person acts for the organisation that they selected, with their role in it', async () => {
  const [owner, user] = await Promise.all([makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner, members: [user] })
  const token = await sealSession({ userId: user.id, sessionVersion: 0 })

  const viewer = await viewerOf(db, token, organisation.id)

  expect(viewer).toMatchObject({ organisationId: organisation.id, organisationRole: 'MEMBER' })
})

test('a user cannot act for an organisation they do not belong to', async () => {
  const [owner, user] = await Promise.all([makeUser(), makeUser()])
  const foreign = await makeOrganisation({ owner })
  await makeOrganisation({ owner: user })
  const token = await sealSession({ userId: user.id, sessionVersion: 0 })

  for (const wanted of [foreign.id, undefined, '']) {
    expect(await viewerOf(db, token, wanted)).toMatchObject({ organisationId: user.organisation.id })
  }
})

test('a token from before a new password is invalid', async () => {
  const user = await makeUser()
  const token = await sealSession({ userId: user.id, sessionVersion: 0 })

  await db.user.update({ where: { id: user.id }, data: { sessionVersion: { increment: 1 } } })

  expect(await viewerOf(db, token)).toBeNull()
})

test('a token of a deleted user is invalid', async () => {
  const user = await makeUser()
  const token = await sealSession({ userId: user.id, sessionVersion: 0 })

  await db.user.delete({ where: { id: user.id } })

  expect(await viewerOf(db, token)).toBeNull()
})

test('a role in the token is not believed', async () => {
  const user = await makeUser()
  const token = await encode({ token: { sub: user.id, sessionVersion: 0, role: 'ADMIN' }, secret: SECRET })

  expect(await viewerOf(db, token)).toMatchObject({ role: 'USER' })
})

test('a token that is forged, expired or incomplete is invalid', async () => {
  const { id } = await makeUser()
  const claims = { sub: id, sessionVersion: 0 }
  const tokens = [
    undefined,
    '',
    'nonsense',
    await encode({ token: claims, secret: 'another secret' }),
    await encode({ token: claims, secret: SECRET, maxAge: -60 }),
    await encode({ token: { sub: id }, secret: SECRET }),
    await encode({ token: { sessionVersion: 0 }, secret: SECRET }),
  ]

  for (const token of tokens) expect(await viewerOf(db, token)).toBeNull()
})
