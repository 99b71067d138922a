import { describe, expect, test } from 'vitest'
import { GET } from '#app/api/runs/[id]/route.ts'
import { OPTIONS } from '#app/api/skills/[name]/runs/route.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import { contextFor, makeOrganisation, makePublishedVersion, makeUser } from '../../../testing/factories.ts'
import { makeKey, postRun, refusalIn } from '../../../testing/setup/accounts/key-calls.ts'
import { contextFromKey } from './context-from-key.ts'

const db = database()

function getRunWith(id: string, key: string) {
  const request = new Request(`http://localhost/api/runs/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return GET(request, { params: Promise.resolve({ id }) })
}

test('a call can omit its arguments, and learns what the skill misses', async () => {
  const { skillName } = await makePublishedVersion()
  const { key } = await makeKey()

  for (const body of ['{}', null])
    expect(await refusalIn(postRun(skillName, key, body))).toEqual([
      400,
      'MISSING_REQUIRED_PARAM',
      expect.any(String),
    ])
})

test('a page of another site can call, and the response allows it', async () => {
  expect(OPTIONS().headers.get('access-control-allow-headers')).toContain('authorization')
  expect((await postRun('a.b.c', null)).headers.get('access-control-allow-origin')).toBe('*')
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
    expect(await (await getRunWith(run.id, key)).json()).toEqual(answer)
    expect(await (await getRunWith(run.id, reader)).json()).toEqual(answer)
    expect((await getRunWith(run.id, writer)).status).toBe(403)
  })

  test('of another organisation does not exist, even if the key’s creator belongs to it', async () => {
    const user = await makeUser()
    const shared = await makeOrganisation({ owner: user })
    const { skillName } = await makePublishedVersion()
    const ctx = await contextFor(user, { organisation: shared })
    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
    const [own, stranger] = await Promise.all([makeKey({ user }), makeKey()])

    expect((await getRunWith(run.id, own.key)).status).toBe(404)
    expect((await getRunWith(run.id, stranger.key)).status).toBe(404)
    expect((await getRunWith('run_\0', stranger.key)).status).toBe(404)
  })
})
