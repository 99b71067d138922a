// Tests the limits of a key (scopes, SkillSets, money, rate) and repeated calls.
import { expect, test } from 'vitest'
import { GET as GET_CONTRACT } from '#app/api/skills/[name]/contract.json/route.ts'
import { GET as GET_QUOTE } from '#app/api/skills/[name]/quote/route.ts'
import { POST } from '#app/api/skills/[name]/runs/route.ts'
import { RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { createKey, listKeys } from '../../../auth/manage-api-keys.ts'
import { KEY_SCOPES } from '../../../auth/model/key-scopes.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { countAttempt } from '../../../settings/rows/rate-limits.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../../testing/factories.ts'
import { fundWallet } from '../../../testing/fund-wallet.ts'
import { contextFromKey } from './context-from-key.ts'

const db = database()

async function setUp(limits: Record<string, unknown> = {}) {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const given = { name: 'A key', scopes: ['run'], expiresInDays: null, ...limits }
  const { key } = await createKey(ctx, given)
  const request = (headers: HeadersInit = {}, body: object = { args: { name: 'Ada' } }) =>
    new Request('http://localhost/', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify(body),
    })
  const call = async (name: string, headers: HeadersInit = {}, body: object = { args: { name: 'Ada' } }) => {
    const response = await POST(request(headers, body), { params: Promise.resolve({ name }) })
    const { error, ...answer } = await response.json()
    return { status: response.status, headers: response.headers, error, ...answer }
  }
  return { user, ctx, key, call, request }
}

function publishPriced(amount = '0.05') {
  const pricing = { model: 'per_job' as const, amount, currency: 'USDC' as const }
  return makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] }),
  })
}

test.each(KEY_SCOPES)('an endpoint that requires “%s” accepts it and no other scope', async (scope) => {
  const others = KEY_SCOPES.filter((each) => each !== scope)
  const [without, with_] = [await setUp({ scopes: others }), await setUp({ scopes: [scope] })]

  await expect(contextFromKey(without.request(), [scope])).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: `This key lacks the scope “${scope}”.`,
  })
  expect((await contextFromKey(with_.request(), [scope])).keyGrant?.scopes).toEqual([scope])
})

test('a key that may not do this is counted all the same', async () => {
  const { ctx, request } = await setUp({ scopes: ['read'] })
  const [key] = await listKeys(ctx)
  await countAttempt(db, RATE_LIMITS.callByKey, key!.id, RATE_LIMITS.callByKey.points - 1)

  await expect(contextFromKey(request(), ['run'])).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(contextFromKey(request(), ['run'])).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
})

test('a key for some SkillSets runs those and no others, and names them', async () => {
  const [allowed, other] = [await makePublishedVersion(), await makePublishedVersion()]
  const setOf = (name: string) => name.split('.').slice(0, 2).join('.')
  const { call } = await setUp({ skillSets: [setOf(allowed.skillName)] })

  expect(await call(other.skillName)).toMatchObject({
    status: 403,
    error: {
      code: 'POLICY_DENIED',
      message: `This key cannot use ${setOf(other.skillName)}. It is limited to ${setOf(allowed.skillName)}.`,
    },
  })
  // Only authorisation matters here, not the sandbox's result.
  expect((await call(allowed.skillName)).error).toBeUndefined()
})

test('a key cannot exceed its daily cap, and an empty wallet pays for nothing', async () => {
  const { skillName } = await publishPriced()
  const [capped, poor] = [await setUp({ dailyCap: '0.04' }), await setUp()]
  await fundWallet(capped.user.organisation.id, '1')

  expect(await capped.call(skillName)).toMatchObject({
    status: 402,
    error: {
      code: 'PAYMENT_REQUIRED',
      message: expect.stringContaining('This key can spend 0.04 USDC per day'),
    },
  })
  expect(await poor.call(skillName)).toMatchObject({
    status: 402,
    error: { code: 'PAYMENT_REQUIRED', href: expect.stringMatching(/^http.*\/settings\/wallet$/) },
  })
  const tooDear = { args: { name: 'Ada' }, max_price: 0.01 }
  expect(await capped.call(skillName, {}, tooDear)).toMatchObject({
    status: 402,
    error: { message: expect.stringContaining('0.01 you allow') },
  })
  expect(await capped.call(skillName, {}, { args: { name: 'Ada' }, max_price: '0.01' })).toMatchObject({
    status: 402,
  })
  expect(await listKeys(capped.ctx)).toMatchObject([{ dailyCap: '0.04', spentToday: '0' }])
})

test('all keys of an organisation are limited together, with a Retry-After', async () => {
  const { call, user } = await setUp()
  const { id } = user.organisation
  await countAttempt(db, RATE_LIMITS.callByOrganisation, id)
  const { points, seconds } = RATE_LIMITS.callByOrganisation
  await db.rateLimit.updateMany({ where: { key: { contains: id } }, data: { points } })

  const refused = await call('a.b.c')

  expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMIT_EXCEEDED' } })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(seconds)
})

test('the header Idempotency-Key makes a repeated call the same call', async () => {
  const { skillName } = await makePublishedVersion()
  const { call } = await setUp()
  const headers = { 'idempotency-key': 'order-7' }
  const [first, again] = [await call(skillName, headers), await call(skillName, headers)]
  const other = await call(skillName, headers, { args: { name: 'Grace' } })

  expect(again.run_id).toBe(first.run_id)
  expect([first, again].map((each) => each.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  expect(other).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
})

test.each([
  ['a cap that is not an amount', { dailyCap: 'lots' }, '/dailyCap'],
  ['a negative cap', { dailyCap: '-1' }, '/dailyCap'],
  ['a SkillSet that is not a name', { skillSets: ['a b'] }, '/skillSets/0'],
  ['a skill in place of a SkillSet', { skillSets: ['a.b.c'] }, '/skillSets/0'],
  ['no scope', { scopes: [] }, '/scopes'],
])('no key is made with %s', async (_, limits, path) => {
  await expect(setUp(limits)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path }] },
  })
})

test('callers without a key are limited by address, with a Retry-After', async () => {
  const read = async (address: string, path = 'x.y.z/contract.json') => {
    const headers = { 'x-forwarded-for': address }
    const request = new Request(`http://localhost/api/skills/${path}`, { headers })
    return GET_CONTRACT(request, { params: Promise.resolve({ name: 'x.y.z' }) })
  }
  expect((await read('192.0.2.1')).status).toBe(404)
  const { points, seconds } = RATE_LIMITS.callByAddress
  await db.rateLimit.updateMany({ where: { key: { endsWith: ':192.0.2.1' } }, data: { points } })

  const refused = await read('192.0.2.1')

  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(seconds)
  // An invalid key does not avoid the limit, and other addresses are not affected.
  const headers = { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer gh_nonsense' }
  const guess = new Request('http://localhost/', { headers })
  await expect(contextFromKey(guess, ['run'])).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  expect((await read('192.0.2.2')).status).toBe(404)
})

test('a quote states the cost of a run, to visitors and to the paying organisation', async () => {
  const { skillName } = await publishPriced()
  const { user, key } = await setUp()
  await fundWallet(user.organisation.id, '1')
  const ask = async (headers: HeadersInit, query = '') => {
    const request = new Request(`http://localhost/api/skills/${skillName}/quote${query}`, { headers })
    const answer = await GET_QUOTE(request, { params: Promise.resolve({ name: skillName }) })
    return { status: answer.status, ...(await answer.json()) }
  }

  const quote = {
    status: 200,
    skill: skillName,
    version: '1.0.0',
    price: '0.05',
    currency: 'USDC',
    terms: 'paid',
  }
  expect(await ask({})).toMatchObject(quote)
  expect(await ask({})).not.toHaveProperty('balance')
  expect(await ask({ authorization: `Bearer ${key}` })).toMatchObject({ ...quote, balance: '1' })
  expect(await ask({}, '?version=7')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
})
