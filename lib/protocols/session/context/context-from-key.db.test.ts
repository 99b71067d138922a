import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { revokeKey } from '../../../auth/manage-api-keys.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { countAttempt } from '../../../settings/rows/rate-limits.ts'
import {
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
} from '../../../testing/factories.ts'
import { makeKey, postRun, refusalIn } from '../../../testing/setup/accounts/key-calls.ts'

const db = database()

describe('a call is refused', () => {
  test('without a key', async () => {
    const response = await postRun('a.b.c', null)

    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect((await response.json()).error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(response.status).toBe(401)
  })

  test.each(['gh_nonsense', 'sk-other', '"', 'gh_%00'])('with %j, which is not a key', async (key) => {
    expect(await refusalIn(postRun('a.b.c', key))).toEqual([401, 'UNAUTHENTICATED', expect.any(String)])
  })

  test('with a revoked one', async () => {
    const { key, ctx, id } = await makeKey()
    await revokeKey(ctx, { id })

    expect(await refusalIn(postRun('a.b.c', key))).toEqual([401, 'UNAUTHENTICATED', 'This key was revoked.'])
  })

  test('with an expired one', async () => {
    const { key, id } = await makeKey()
    await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })

    expect(await refusalIn(postRun('a.b.c', key))).toEqual([401, 'UNAUTHENTICATED', 'This key has expired.'])
  })

  test('when the key may only read', async () => {
    const { key } = await makeKey({ scopes: ['read', 'write'] })

    expect(await refusalIn(postRun('a.b.c', key))).toEqual([
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

    expect(await refusalIn(postRun('a.b.c', key))).toEqual([
      401,
      'UNAUTHENTICATED',
      expect.stringContaining('has left'),
    ])
  })

  test('while its maker is suspended, with that reason', async () => {
    const user = await makeUser()
    const { key } = await makeKey({ user })
    await db.user.update({ where: { id: user.id }, data: { lockedAt: new Date() } })

    expect(await refusalIn(postRun('a.b.c', key))).toEqual([
      401,
      'UNAUTHENTICATED',
      'The account of the person who created this API key is suspended.',
    ])
  })

  test('too often', async () => {
    const { key, id } = await makeKey()
    const { points, seconds } = RATE_LIMITS.callByKey
    await countAttempt(db, RATE_LIMITS.callByKey, id)
    await db.rateLimit.updateMany({ where: { key: { contains: id } }, data: { points } })
    const response = await postRun('a.b.c', key)

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

    expect(await refusalIn(postRun('a.b.c', key, body as BodyInit))).toEqual([
      400,
      'INVALID_INPUT',
      expect.stringMatching(message),
    ])
  })

  test('when its body is too large', async () => {
    const { key } = await makeKey()

    const answer = await postRun('a.b.c', key, ' '.repeat(3 * 1024 * 1024))

    expect(answer.headers.get('connection')).toBe('close')
    expect(await refusalIn(Promise.resolve(answer))).toEqual([
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

    expect(await refusalIn(postRun(skillName, key))).toEqual([
      404,
      'NOT_FOUND',
      `There is no skill called “${skillName}”.`,
    ])
    expect(await refusalIn(postRun('no.such.skill', key))).toEqual([404, 'NOT_FOUND', expect.any(String)])
  })

  test('for a private skill of another organisation of the same person', async () => {
    const user = await makeUser()
    const shared = await makeOrganisation({ owner: user })
    const publisher = await makePublisher({ owner: user, organisation: shared })
    const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const [own, ofShared] = await Promise.all([makeKey({ user }), makeKey({ user, organisation: shared })])

    expect((await postRun(skillName, own.key)).status).toBe(404)
    expect((await postRun(skillName, ofShared.key, '{}')).status).toBe(400)
  })

  test('for an input that violates the contract, with the path', async () => {
    const { skillName } = await makePublishedVersion()
    const { key } = await makeKey()
    const response = await postRun(skillName, key, '{"args":{}}')

    expect(response.status).toBe(400)
    expect((await response.json()).error).toMatchObject({
      code: 'MISSING_REQUIRED_PARAM',
      details: [{ path: '/name', message: 'is required' }],
    })
  })
})
