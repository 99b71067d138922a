import { describe, expect, test } from 'vitest'
import { GET } from '#app/api/runs/[id]/route.ts'
import { OPTIONS, POST } from '#app/api/skills/[name]/runs/route.ts'
import type { KeyScope } from '../../access/key-scopes.ts'
import { RATE_LIMITS } from '../../accounts/enforce-rate-limit.ts'
import { createKey, listKeys, revokeKey } from '../../api-keys/manage-api-keys.ts'
import { database } from '../../db/core/prisma-client.ts'
import { countAttempt } from '../../db/platform/rate-limits.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
} from '../../testing/factories.ts'
import { contextFromKey } from './context-from-key.ts'

const db = database()

type KeyWanted = { user?: TestUser; scopes?: KeyScope[]; organisation?: TestUser['organisation'] }

async function makeKey({ user, scopes = ['run'], organisation }: KeyWanted = {}) {
  const maker = user ?? (await makeUser())
  const ctx = await contextFor(maker, { organisation })
  const { key } = await createKey(ctx, { name: 'A key', scopes, expiresInDays: 30 })
  const [row] = await listKeys(ctx)
  return { key, ctx, id: row!.id }
}

function call(name: string, key: string | null, body: BodyInit | null = '{"args":{"name":"Ada"}}') {
  const headers: HeadersInit = key === null ? {} : { authorization: `Bearer ${key}` }
  const request = new Request(`http://localhost/api/skills/${name}/runs`, { method: 'POST', headers, body })
  return POST(request, { params: Promise.resolve({ name }) })
}

function ask(id: string, key: string) {
  const request = new Request(`http://localhost/api/runs/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return GET(request, { params: Promise.resolve({ id }) })
}

async function refusal(answer: Promise<Response>) {
  const response = await answer
  const { error } = await response.json()
  return [response.status, error.code, error.message]
}

describe('a call is refused', () => {
  test('without a key', async () => {
    const response = await call('a.b.c', null)

    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect((await response.json()).error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(response.status).toBe(401)
  })

  test.each(['gh_nonsense', 'sk-other', '"', 'gh_%00'])('with %j, which is not a key', async (key) => {
    expect(await refusal(call('a.b.c', key))).toEqual([401, 'UNAUTHENTICATED', expect.any(String)])
  })

  test('with a revoked one', async () => {
    const { key, ctx, id } = await makeKey()
    await revokeKey(ctx, { id })

    expect(await refusal(call('a.b.c', key))).toEqual([401, 'UNAUTHENTICATED', 'This key was revoked.'])
  })

  test('with an expired one', async () => {
    const { key, id } = await makeKey()
    await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })

    expect(await refusal(call('a.b.c', key))).toEqual([401, 'UNAUTHENTICATED', 'This key has expired.'])
  })

  test('when the key may only read', async () => {
    const { key } = await makeKey({ scopes: ['read', 'write'] })

    expect(await refusal(call('a.b.c', key))).toEqual([
      403,
      'POLICY_DENIED',
      'This key lacks the scope “run”.',
    ])
  })

  test('when its maker has left the organisation', async () => {
    const [owner, user] = await Promise.all([makeUser(), makeUser()])
    const organisation = await makeOrganisation({ owner, members: [user] })
    const { key } = await makeKey({ user, organisation })
    await db.membership.delete({
      where: { organisationId_userId: { organisationId: organisation.id, userId: user.id } },
    })

    expect(await refusal(call('a.b.c', key))).toEqual([
      401,
      'UNAUTHENTICATED',
      expect.stringContaining('has left'),
    ])
  })

  test('too often', async () => {
    const { key, id } = await makeKey()
    const { points, seconds } = RATE_LIMITS.callByKey
    await countAttempt(db, RATE_LIMITS.callByKey, id)
    await db.rateLimit.updateMany({ where: { key: { contains: id } }, data: { points } })
    const response = await call('a.b.c', key)

    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(seconds)
  })

  test.each([
    ['is not JSON', '{"args":', /^Line 1, column 9/],
    ['is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), /UTF-8/],
    ['has fields that no call has', '{"input":{}}', /./],
    ['has a whole number that JSON cannot keep', '{"args":{"name":9007199254740993}}', /contract/],
  ])('when its body %s', async (_, body, message) => {
    const { key } = await makeKey()

    expect(await refusal(call('a.b.c', key, body as BodyInit))).toEqual([
      400,
      'INVALID_INPUT',
      expect.stringMatching(message),
    ])
  })

  test('when its body is too large', async () => {
    const { key } = await makeKey()

    const answer = await call('a.b.c', key, ' '.repeat(3 * 1024 * 1024))

    expect(answer.headers.get('connection')).toBe('close')
    expect(await refusal(Promise.resolve(answer))).toEqual([
      413,
      'INVALID_INPUT',
      expect.stringMatching(/at most/),
    ])
  })

  test('for an unknown skill, and for another organisation’s private one', async () => {
    const { skillName } = await makePublishedVersion({
      document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
    })
    const { key } = await makeKey()

    expect(await refusal(call(skillName, key))).toEqual([
      404,
      'NOT_FOUND',
      `There is no skill called “${skillName}”.`,
    ])
    expect(await refusal(call('no.such.skill', key))).toEqual([404, 'NOT_FOUND', expect.any(String)])
  })

  test('for a private skill of another organisation of the same person', async () => {
    const user = await makeUser()
    const shared = await makeOrganisation({ owner: user })
    const publisher = await makePublisher({ owner: user, organisation: shared })
    const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const [own, ofShared] = await Promise.all([makeKey({ user }), makeKey({ user, organisation: shared })])

    expect((await call(skillName, own.key)).status).toBe(404)
    expect((await call(skillName, ofShared.key, '{}')).status).toBe(400)
  })

  test('for an input that violates the contract, with the path', async () => {
    const { skillName } = await makePublishedVersion()
    const { key } = await makeKey()
    const response = await call(skillName, key, '{"args":{}}')

    expect(response.status).toBe(400)
    expect((await response.json()).error).toMatchObject({
      code: 'MISSING_REQUIRED_PARAM',
      details: [{ path: '/name', message: 'is required' }],
    })
  })
})

test('a call can omit its arguments, and learns what the skill misses', async () => {
  const { skillName } = await makePublishedVersion()
  const { key } = await makeKey()

  for (const body of ['{}', null])
    expect(await refusal(call(skillName, key, body))).toEqual([
      400,
      'MISSING_REQUIRED_PARAM',
      expect.any(String),
    ])
})

test('a page of another site can call, and the response allows it', async () => {
  expect(OPTIONS().headers.get('access-control-allow-headers')).toContain('authorization')
  expect((await call('a.b.c', null)).headers.get('access-control-allow-origin')).toBe('*')
})

test('a key acts for its organisation, remembers its use, and never as an admin of the site', async () => {
  const user = await makeUser({ role: 'ADMIN' })
  const organisation = await makeOrganisation({ owner: user })
  const { key, id } = await makeKey({ user, organisation })
  const request = new Request('http://localhost/', { headers: { authorization: `bearer ${key}` } })
  const ctx = await contextFromKey(request, ['run'])

  expect(ctx).toMatchObject({
    channel: 'rest',
    keyId: id,
    viewer: { userId: user.id, organisationId: organisation.id, role: 'USER' },
  })
  expect((await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt).not.toBeNull()
})

describe('a run', () => {
  test('is shown to keys of its organisation that may run or read', async () => {
    const user = await makeUser()
    const { skillName } = await makePublishedVersion()
    const run = await runToEnd(await contextFor(user), { skill: { name: skillName }, args: { name: 'Ada' } })
    const [{ key }, { key: reader }, { key: writer }] = [
      await makeKey({ user }),
      await makeKey({ user, scopes: ['read'] }),
      await makeKey({ user, scopes: ['write'] }),
    ]

    const answer = {
      run_id: run.id,
      status: 'completed',
      skill: skillName,
      version: '1.0.0',
      contract_hash: run.contractHash,
      permissions_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      coercions: [],
      summary: 'Hello.',
      output: { message: 'Hello.' },
      duration_ms: expect.any(Number),
    }
    expect(await (await ask(run.id, key)).json()).toEqual(answer)
    expect(await (await ask(run.id, reader)).json()).toEqual(answer)
    expect((await ask(run.id, writer)).status).toBe(403)
  })

  test('of another organisation does not exist, even if the key’s creator belongs to it', async () => {
    const user = await makeUser()
    const shared = await makeOrganisation({ owner: user })
    const { skillName } = await makePublishedVersion()
    const ctx = await contextFor(user, { organisation: shared })
    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
    const [own, stranger] = await Promise.all([makeKey({ user }), makeKey()])

    expect((await ask(run.id, own.key)).status).toBe(404)
    expect((await ask(run.id, stranger.key)).status).toBe(404)
    expect((await ask('run_\0', stranger.key)).status).toBe(404)
  })
})
