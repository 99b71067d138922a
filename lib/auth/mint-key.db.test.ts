// Tests what minted keys may do and when they end; that their calls count for the whole chain is in lib/runs/start.
import { describe, expect, test } from 'vitest'
import { DELETE } from '#app/api/keys/[id]/route.ts'
import { GET, POST } from '#app/api/keys/route.ts'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { contextFromKey } from '../protocols/session/context/context-from-key.ts'
import { countAttempt } from '../settings/rows/rate-limits.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
} from '../testing/factories.ts'
import { RATE_LIMITS } from './enforce-rate-limit.ts'
import { bindKey, createKey, listKeys, revokeKey } from './manage-api-keys.ts'
import { listMintedKeys, mintKey, revokeMintedKey } from './mint-key.ts'
import { MAX_GENERATIONS, MAX_MINTED_KEYS } from './model/key-budget.ts'
import { insertApiKey, revokeAllApiKeysOf } from './rows/api-keys.ts'
import { lockBudgets } from './rows/key-budgets.ts'

const db = database()

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const enter = (key: string) => contextFromKey(new Request('http://localhost/', { headers: bearer(key) }), [])

async function firstKey(limits: JsonObject = {}, owner?: TestUser) {
  const person = await contextFor(owner ?? (await makeUser()))
  const { key } = await createKey(person, {
    name: freshName('first'),
    scopes: ['read', 'run'],
    expiresInDays: 1,
    ...limits,
  })
  return { person, key, ctx: await enter(key) }
}

async function mint(ctx: Context, fields: JsonObject = {}) {
  const minted = await mintKey(ctx, { name: freshName('sub'), ...fields })
  return { ...minted, ctx: await enter(minted.key) }
}

test('a minted key works at once, has what the first one has where it asks for nothing, and ends with it', async () => {
  const { ctx } = await firstKey({ dailyCap: '2' })

  const minted = await mint(ctx)

  expect(minted).toMatchObject({ scopes: ['read', 'run'], daily_cap: '2', skills: [], total: null, runs: 0 })
  expect(Date.parse(minted.expires_at!)).toBeLessThanOrEqual(ctx.keyGrant!.expiresAt!.getTime())
  expect(minted.ctx.viewer).toEqual(ctx.viewer)
  expect(minted.ctx.keyGrant).toMatchObject({ isBudgeted: true, ancestors: [{ id: ctx.keyId }] })
})

test('a program mints, lists and revokes keys over HTTP, and the secret is in the first answer only', async () => {
  const { key } = await firstKey()
  const request = (method: string, token: string, body?: object) =>
    new Request('http://localhost/api/keys', {
      method,
      headers: bearer(token),
      ...(body && { body: JSON.stringify(body) }),
    })

  const made = await POST(request('POST', key, { name: 'Researcher', total: '0.5', max_runs: 3 }))
  expect(made.status).toBe(201)
  const minted = await made.json()
  expect(minted).toMatchObject({ key: expect.stringMatching(/^gh_/), total: '0.5', max_runs: 3 })

  const listed = await (await GET(request('GET', key))).text()
  expect(listed).toContain('"Researcher"')
  expect(listed).not.toContain(minted.key)
  const params = { params: Promise.resolve({ id: minted.id }) }
  expect((await DELETE(request('DELETE', minted.key), params)).status).toBe(404)
  expect((await DELETE(request('DELETE', key), params)).status).toBe(204)
  expect((await GET(request('GET', minted.key))).status).toBe(401)
})

describe('a minted key is never wider than the key that mints it:', () => {
  test.each([
    ['scopes', { scopes: ['read'] }, { scopes: ['read', 'run'] }, '/scopes'],
    ['the scope “publish”', {}, { scopes: ['publish'] }, '/scopes'],
    ['a time', {}, { expires_in_seconds: 2 * 86_400 }, '/expires_in_seconds'],
    ['a daily cap', { dailyCap: '1' }, { daily_cap: '1.000001' }, '/daily_cap'],
  ])('%s beyond the key of a person is refused', async (_, limits, fields, path) => {
    const { ctx } = await firstKey(limits)

    await expect(mint(ctx, fields)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      options: { issues: [{ path, keyword: 'narrower' }] },
    })
  })

  test.each<[string, JsonObject, JsonObject, JsonObject?]>([
    ['a price per call', { max_price: '0.1' }, { max_price: '0.2' }],
    ['a threshold for confirmations', { confirm_above: '0.1' }, { confirm_above: '0.2' }],
    ['a total', { total: '1' }, { total: '1.5' }],
    ['a daily cap', { daily_cap: '1' }, { daily_cap: '2' }],
    ['a number of calls', { max_runs: 10 }, { max_runs: 11 }],
    ['scopes', { scopes: ['read'] }, { scopes: ['run'] }],
    ['a time', { expires_in_seconds: 60 }, { expires_in_seconds: 120 }, { expires_in_seconds: 30 }],
    ['skills', { skills: ['vault.readFile'] }, { skills: ['vault.writeFile'] }],
  ])('%s beyond a minted key is refused', async (_, fields, wider, narrower = fields) => {
    const { ctx } = await firstKey()
    const middle = await mint(ctx, fields)

    await expect(mint(middle.ctx, wider)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(mint(middle.ctx, narrower)).resolves.toBeTruthy()
  })

  test('SkillSets and skills outside of its own are refused, those inside are not', async () => {
    const [inside, outside] = await Promise.all([makePublishedVersion(), makePublishedVersion()])
    const setOf = (name: string) => name.slice(0, name.lastIndexOf('.'))
    const { ctx } = await firstKey({ skillSets: [setOf(inside.skillName)] })

    const beyond: JsonObject[] = [{ skills: [outside.skillName] }, { skill_sets: [setOf(outside.skillName)] }]
    for (const fields of beyond)
      await expect(mint(ctx, fields)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const minted = await mint(ctx, { skills: [inside.skillName] })
    expect(minted).toMatchObject({
      skills: [inside.skillName],
      skill_sets: [setOf(inside.skillName)],
    })
    await expect(mint(minted.ctx, { skill_sets: [setOf(outside.skillName)] })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })
})

test('what a key inherits stays even if it asks for something else', async () => {
  const { ctx } = await firstKey()
  const middle = await mint(ctx, { total: '1', max_price: '0.1', confirm_above: '0.05', max_runs: 5 })

  expect(await mint(middle.ctx, { max_runs: 2 })).toMatchObject({
    total: '1',
    max_price: '0.1',
    confirm_above: '0.05',
    max_runs: 2,
    parent_id: middle.id,
  })
})

test('only a key whose own key publishes gets the scope “publish”, and only if it asks for it', async () => {
  const { ctx } = await firstKey({ scopes: ['run', 'publish'] })

  expect(await mint(ctx)).toMatchObject({ scopes: ['run'] })
  expect(await mint(ctx, { scopes: ['run', 'publish'] })).toMatchObject({ scopes: ['run', 'publish'] })
})

describe('an end of a key ends the keys minted from it:', () => {
  test('its revocation, over all generations', async () => {
    const { person, ctx } = await firstKey()
    const second = await mint(ctx)
    const third = await mint(second.ctx)
    const [first] = (await listKeys(person)).filter(({ id }) => id === ctx.keyId)

    await revokeKey(person, { id: first!.id })

    for (const { key } of [second, third])
      await expect(enter(key)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await listKeys(person)).toEqual([])
  })

  test('the loss of its scope, even where a minted row says otherwise', async () => {
    const { ctx } = await firstKey()
    const { id, key } = await mint(ctx)
    await db.apiKey.update({ where: { id }, data: { scopes: ['read', 'run', 'write'], expiresAt: null } })
    await db.apiKey.update({ where: { id: ctx.keyId! }, data: { scopes: ['read'] } })

    expect((await enter(key)).keyGrant).toMatchObject({ scopes: ['read'], expiresAt: expect.any(Date) })
    await db.apiKey.update({ where: { id: ctx.keyId! }, data: { expiresAt: new Date(0) } })
    await expect(enter(key)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('revoking a key in the middle leaves the first one', async () => {
    const { ctx } = await firstKey()
    const second = await mint(ctx)
    const third = await mint(second.ctx)

    await revokeMintedKey(ctx, second.id)

    await expect(enter(third.key)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await listMintedKeys(ctx)).toMatchObject([{ id: ctx.keyId, parent_id: null }])
  })
})

test('a minted key cannot revoke the key that minted it, one beside it, or itself', async () => {
  const { ctx } = await firstKey()
  const [one, beside] = [await mint(ctx), await mint(ctx)]

  for (const id of [ctx.keyId, beside.id, one.id, 'x', 7])
    await expect(revokeMintedKey(one.ctx, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('people cannot mint keys, and visitors cannot either', async () => {
  const person = await contextFor(await makeUser())

  await expect(mintKey(person, { name: 'x' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(listMintedKeys(person)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test.each([
  ['no name', { name: '' }, '/name'],
  ['an amount in words', { total: 'much' }, '/total'],
  ['no calls', { max_runs: 0 }, '/max_runs'],
  ['an unknown field', { toolset: 'other' }, '/toolset'],
  ['a skill that is no name', { skills: ['everything'] }, '/skills/0'],
  ['an unknown SkillSet', { skill_sets: ['nobody.nothing'] }, '/skill_sets/0'],
  ['an unknown skill', { skills: ['vault.readFile', 'nope.nope.nope'] }, '/skills/1'],
  ['an unknown tool', { skills: ['vault.readAll'] }, '/skills/0'],
])('a key with %s is refused at its field', async (_, fields, path) => {
  const { ctx } = await firstKey()

  await expect(mint(ctx, fields)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path }] },
  })
})

test('a skill of a private SkillSet is known to keys of its organisation, and to no others', async () => {
  const owner = await makeUser()
  const { ctx } = await firstKey({}, owner)
  const { skillName } = await makePublishedVersion({
    document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
    publisher: await makePublisher({ owner }),
  })
  const stranger = await firstKey()

  await expect(mint(ctx, { skills: [skillName] })).resolves.toMatchObject({ skills: [skillName] })
  await expect(mint(stranger.ctx, { skills: [skillName] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/skills/0', message: `There is no skill called “${skillName}”.` }] },
  })
})

test(`${MAX_GENERATIONS} keys can be minted one from another, and no more`, async () => {
  let { ctx } = await firstKey()
  for (let generation = 1; generation < MAX_GENERATIONS; generation += 1) ctx = (await mint(ctx)).ctx

  await expect(mint(ctx)).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { limit: { what: 'key_generations', max: MAX_GENERATIONS } },
  })
})

test('a key that was used to mint its most keys mints again once one has ended', async () => {
  const { ctx } = await firstKey()
  const { organisationId, userId } = ctx.viewer!
  const row = {
    organisationId,
    userId,
    name: 'x',
    prefix: 'gh_',
    scopes: ['run' as const],
    ancestorIds: [ctx.keyId!],
  }
  const [id] = await Promise.all(
    Array.from({ length: MAX_MINTED_KEYS }, () =>
      insertApiKey(db, { ...row, hash: freshName('hash'), expiresAt: null }),
    ),
  )

  await expect(mint(ctx)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  await revokeMintedKey(ctx, id)
  await expect(mint(ctx)).resolves.toBeTruthy()
})

describe('minted keys that have ended do not accumulate:', () => {
  const end = (id: string) => db.apiKey.update({ where: { id }, data: { expiresAt: new Date(0) } })

  test('minting deletes those of the chain that were never used, and keeps those that runs may name', async () => {
    const { ctx } = await firstKey()
    const middle = await mint(ctx)
    const [unused, used] = [await mintKey(middle.ctx, { name: 'Unused' }), await mint(middle.ctx)]
    const live = await mintKey(middle.ctx, { name: 'Live' })
    await Promise.all([end(unused.id), end(used.id)])

    await mint(ctx)

    const kept = await db.apiKey.findMany({ where: { id: { in: [unused.id, used.id, live.id] } } })
    expect(kept.map(({ id }) => id).sort()).toEqual([used.id, live.id].sort())
  })

  test('an expired one is in no list', async () => {
    const { person, ctx } = await firstKey()
    const [expired, live] = [await mint(ctx), await mint(ctx)]
    await end(expired.id)

    expect((await listMintedKeys(ctx)).map(({ id }) => id)).toEqual([ctx.keyId, live.id])
    expect((await listKeys(person)).map(({ id }) => id)).toEqual([live.id, ctx.keyId])
  })

  test('a chain mints a limited number a day, whichever of its keys mints', async () => {
    const { ctx } = await firstKey()
    const middle = await mint(ctx)
    await countAttempt(db, RATE_LIMITS.mintByFirstKey, ctx.keyId!, RATE_LIMITS.mintByFirstKey.points)

    for (const each of [ctx, middle.ctx])
      await expect(mint(each)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })
})

test('a key learns nothing about private SkillSets of other organisations of its person', async () => {
  const owner = await makeUser()
  const { organisation } = await makeUser()
  await db.membership.create({
    data: { organisationId: organisation.id, userId: owner.id, role: 'ADMIN' },
  })
  const publisher = await makePublisher({ owner })
  const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
  const version = await makePublishedVersion({ publisher, document })
  const setName = version.skillName.slice(0, version.skillName.lastIndexOf('.'))
  const elsewhere = await contextFor(owner, { organisation })
  const fields = { name: 'x', scopes: ['run'], expiresInDays: 1 }
  const ctx = await enter((await createKey(elsewhere, fields)).key)

  await expect(mint(ctx, { skill_sets: [setName] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/skill_sets/0', keyword: 'exists' }] },
  })
  const own = await enter((await createKey(await contextFor(owner), fields)).key)
  await expect(mint(own, { skill_sets: [setName] })).resolves.toMatchObject({ skill_sets: [setName] })
})

test('a revocation of all keys of a person waits for a call of a minted key, and neither fails', async () => {
  const { ctx, person } = await firstKey()
  const minted = await mint(ctx)
  // Rows are updated in the order in which they are stored, and a changed row moves to the end.
  await db.apiKey.update({ where: { id: ctx.keyId! }, data: { name: 'Moved' } })
  const { userId } = person.viewer!

  let revoked: Promise<number> | undefined
  await db.$transaction(async (call) => {
    await lockBudgets(call, [ctx.keyId!])
    const [{ pid }] = await call.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
    revoked = db.$transaction((tx) => revokeAllApiKeysOf(tx, userId, new Date()))
    await expect.poll(() => countBlockedBy(pid)).toBe(1)
    await lockBudgets(call, [minted.id])
  })

  expect(await revoked).toBe(2)
})

async function countBlockedBy(pid: number): Promise<number> {
  const blocked = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE ${pid}::int = ANY(pg_blocking_pids(pid))`
  return blocked.length
}

test('a minted key cannot be bound to another toolset than the key it was minted from', async () => {
  const { person, ctx } = await firstKey()
  const { id } = await mint(ctx)

  await expect(bindKey(person, { id, toolset: null })).rejects.toMatchObject({ code: 'CONFLICT' })
  await revokeKey(person, { id })
  await expect(bindKey(person, { id, toolset: null })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('minted keys share the rate of calls of the first key', async () => {
  const { ctx } = await firstKey()
  const minted = await mint(ctx)
  const before = await countedCalls(ctx.keyId!)

  await enter(minted.key)

  expect(await countedCalls(ctx.keyId!)).toBe(before + 1)
  expect(await countedCalls(minted.id)).toBe(0)
})

async function countedCalls(keyId: string): Promise<number> {
  const rows = await db.rateLimit.findMany({ where: { key: { contains: keyId } } })
  return rows.reduce((sum, { points }) => sum + points, 0)
}

test('the audit log has who minted a key from which', async () => {
  const { ctx } = await firstKey()
  const { id } = await mint(ctx)

  const [event] = await db.auditEvent.findMany({ where: { subjectId: id } })
  expect(event).toMatchObject({ action: 'key.mint', data: { from: expect.stringContaining('first') } })
})
