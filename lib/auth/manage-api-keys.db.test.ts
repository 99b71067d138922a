import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../kernel/db/secret-token.ts'
import { contextFor, freshName, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { createKey, listKeys, revokeKey } from './manage-api-keys.ts'

const db = database()
const wanted = (overrides = {}) => ({
  name: freshName('ci'),
  scopes: ['run', 'read'],
  expiresInDays: 30,
  ...overrides,
})

async function company() {
  const [owner, member, other] = await Promise.all([makeUser(), makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner, members: [member, other] })
  const [asOwner, asMember, asOther] = await Promise.all(
    [owner, member, other].map((user) => contextFor(user, { organisation })),
  )
  return { organisation, owner: asOwner!, member: asMember!, other: asOther! }
}

test('an API key is shown once; its hash and first characters are stored', async () => {
  const { member, organisation } = await company()
  const given = wanted()

  const { key } = await createKey(member, given)

  expect(key).toMatch(/^gh_[\w-]{43}$/)
  const row = await db.apiKey.findFirstOrThrow({ where: { organisationId: organisation.id } })
  expect(row).toMatchObject({ hash: hashSecretToken(key), prefix: key.slice(0, 9), scopes: ['read', 'run'] })
  const stored = { ...row, spentMicros: String(row.spentMicros) }
  expect(JSON.stringify([stored, await listKeys(member)])).not.toContain(key)
})

test('the list of API keys shows the permissions and expiry of each', async () => {
  const { member } = await company()
  const given = wanted({ expiresInDays: null })
  await createKey(member, given)

  expect(await listKeys(member)).toMatchObject([
    { name: given.name, isViewers: true, expiresAtMs: null, lastUsedAtMs: null, isExpired: false },
  ])
})

test('a plain member sees and revokes only their own API keys', async () => {
  const { owner, member, other } = await company()
  await createKey(member, wanted())
  const [theirs] = await listKeys(member)

  expect(await listKeys(other)).toEqual([])
  await expect(revokeKey(other, { id: theirs!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listKeys(owner)).toMatchObject([{ id: theirs!.id, isViewers: false }])
  await revokeKey(owner, { id: theirs!.id })
  expect(await listKeys(member)).toEqual([])
})

test('a person gives a key a budget, which the list shows', async () => {
  const { member } = await company()
  await createKey(member, wanted({ total: '2', maxPrice: '0.5', confirmAbove: '0.1', maxRuns: 20 }))

  expect(await listKeys(member)).toMatchObject([
    { total: '2', maxPrice: '0.5', confirmAbove: '0.1', maxRuns: 20, used: { spent: '0', runs: 0 } },
  ])
})

test('an API key is revoked once', async () => {
  const { member } = await company()
  await createKey(member, wanted())
  const id = (await listKeys(member))[0]!.id
  await revokeKey(member, { id })

  await expect(revokeKey(member, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const actions = await db.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
  expect(actions.map(({ action }) => action)).toEqual(['key.create', 'key.revoke'])
})

test('API keys of another organisation are not visible', async () => {
  const [ours, theirs] = await Promise.all([company(), company()])
  await createKey(theirs.owner, wanted())
  const [foreign] = await listKeys(theirs.owner)

  expect(await listKeys(ours.owner)).toEqual([])
  await expect(revokeKey(ours.owner, { id: foreign!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['publish', 'admin'])(
  'a plain member cannot create an API key with the scope “%s”',
  async (scope) => {
    const { owner, member } = await company()

    const refused = createKey(member, wanted({ scopes: ['read', scope] }))

    await expect(refused).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining(scope),
    })
    await expect(createKey(owner, wanted({ scopes: [scope] }))).resolves.toBeTruthy()
  },
)

test.each([
  ['no name', { name: ' ' }, '/name'],
  ['no scope', { scopes: [] }, '/scopes'],
  ['a scope there is not', { scopes: ['root'] }, '/scopes/0'],
  ['a past end', { expiresInDays: 0 }, '/expiresInDays'],
  ['an end in words', { expiresInDays: 'soon' }, '/expiresInDays'],
  ['a total in words', { total: 'much' }, '/total'],
  ['no calls', { maxRuns: 0 }, '/maxRuns'],
  ['a number of calls that is none', { maxRuns: Number.NaN }, '/maxRuns'],
])('a key with %s is refused at its field', async (_name, overrides, path) => {
  const { member } = await company()

  await expect(createKey(member, wanted(overrides))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path }] },
  })
})

test('visitors have no API keys and cannot create any', async () => {
  await expect(createKey(visitor(), wanted())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(listKeys(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
