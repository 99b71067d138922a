// Tests POST /rpc itself and its keys, on a real database.
import { describe, expect, test } from 'vitest'
import { GET, OPTIONS } from '#app/rpc/route.ts'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { listKeys } from '../../auth/manage-api-keys.ts'
import { PROTOCOL_TOOLS } from '../../protocols/skills-protocol/protocol-tools.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { contextFor } from '../../testing/factories.ts'
import { call, post, result, setUpRpc } from '../../testing/rpc-setup.ts'
import { database } from '../db/prisma-client.ts'
import type { JsonObject } from '../json/json.ts'

const { user, press, makeKey } = await setUpRpc()
const db = database()

describe('over HTTP', () => {
  test('an answer is JSON, readable by pages of any site, and never cached', async () => {
    const response = await post({ jsonrpc: '2.0', id: 'a', method: 'load_skills_protocol_guide' })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(OPTIONS().headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('a notification has no body', async () => {
    const response = await post({ jsonrpc: '2.0', method: 'list_skills' })

    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
  })

  test.each([
    ['not valid JSON', '{"jsonrpc":', -32700, 'not valid JSON'],
    ['nothing', '', -32700, 'ends unexpectedly'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), -32700, 'not UTF-8'],
    ['more than 64 kB', `"${'x'.repeat(64 * 1024)}"`, -32600, 'at most 64 kB'],
    ['nested too deep', '['.repeat(5_000), -32700, 'nested deeper'],
  ])('%s is refused with the protocol’s error', async (_, body, code, message) => {
    const response = await post(body)

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id: null,
      error: { code, data: { code: 'INVALID_INPUT', message: expect.stringContaining(message) } },
    })
  })

  test('with a key, at most ten megabytes are read', async () => {
    const answer = await post(`"${'x'.repeat(10 * 1024 * 1024)}"`, await makeKey(['read']))

    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.json()).toMatchObject({
      error: { code: -32600, data: { message: expect.stringContaining('at most 10 MB') } },
    })
  })

  test('rpc.discover lists the eight methods, and so does GET for a program', async () => {
    const discovered = await result('rpc.discover')
    const fetched = await GET(
      new Request('http://localhost/rpc', { headers: { accept: 'application/json' } }),
    ).json()

    expect((discovered.methods as JsonObject[]).map(({ name }) => name)).toEqual(
      PROTOCOL_TOOLS.map(({ name }) => name),
    )
    expect(fetched).toEqual(discovered)
  })

  test('a person is led to the page about it', () => {
    const response = GET(new Request('http://localhost/rpc', { headers: { accept: 'text/html,*/*' } }))

    expect([response.status, response.headers.get('location')]).toEqual([303, '/docs/rpc'])
  })
})

describe('without a key', () => {
  test.each(PROTOCOL_TOOLS.filter(({ isPublic }) => !isPublic))(
    '$name is refused with 401',
    async ({ name }) => {
      const response = await post({ jsonrpc: '2.0', id: 7, method: name, params: {} })

      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer scope=.*oauth-protected-resource\/rpc"$/,
      )
      expect(await response.json()).toMatchObject({
        id: 7,
        error: { code: -32001, data: { code: 'UNAUTHENTICATED' } },
      })
    },
  )

  test('four methods are open', async () => {
    expect(PROTOCOL_TOOLS.filter(({ isPublic }) => isPublic).map(({ name }) => name)).toEqual([
      'list_skills',
      'describe_skill',
      'read_skill_file',
      'load_skills_protocol_guide',
    ])
    const name = `${press}.alpha.greet`
    expect(await result('describe_skill', { name })).toMatchObject({ skill: { name } })
    expect(await result('read_skill_file', { name, path: 'SKILL.md' })).toMatchObject({ encoding: 'utf-8' })
    expect((await result('load_skills_protocol_guide')).content).toContain('name: guide')
  })
})

describe('with a key', () => {
  test('that is invalid, everything is refused, including public data', async () => {
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'list_skills' }, 'gh_nonsense')

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: -32001 } })
  })

  test.each(PROTOCOL_TOOLS.filter(({ isPublic }) => !isPublic))('$name needs its scope', async (tool) => {
    const scopes = (['read', 'run', 'write'] as const).filter((scope) => scope !== tool.scope)
    const { error } = await call(tool.name, {}, await makeKey(scopes))

    expect(error).toMatchObject({ code: -32003, data: { code: 'POLICY_DENIED', recoverable: false } })
    expect(error.message).toContain(tool.scope)
  })

  test('may use a built-in tool that only reads with any of two scopes, and one that writes with two', async () => {
    const ask = async (name: string, args: JsonObject, scopes: ('read' | 'run' | 'write')[]) => {
      const { result, error } = await call('execute_skill', { name, args }, await makeKey(scopes))
      return error?.data.code ?? result.status
    }
    const slug = (...scopes: ('read' | 'run' | 'write')[]) => ask('util.slugifyTitle', { title: 'A' }, scopes)
    const folder = (...scopes: ('read' | 'run' | 'write')[]) =>
      ask('vault.ensureFolder', { path: 'A' }, scopes)

    expect([await slug('read'), await slug('run'), await slug('write')]).toEqual([
      'completed',
      'completed',
      'POLICY_DENIED',
    ])
    expect([await folder('read', 'run'), await folder('write'), await folder('run', 'write')]).toEqual([
      'POLICY_DENIED',
      'POLICY_DENIED',
      'completed',
    ])
  })

  test('that was used too often, a batch included, gets a Retry-After', async () => {
    const bearer = await makeKey(['read'])
    const [row] = await listKeys(await contextFor(user))
    await countAttempt(db, RATE_LIMITS.callByKey, row!.id)
    await db.rateLimit.updateMany({
      where: { key: { contains: row!.id } },
      data: { points: RATE_LIMITS.callByKey.points - 1 },
    })
    const guide = { jsonrpc: '2.0', id: 1, method: 'load_skills_protocol_guide' }

    expect(await (await post([guide, guide], bearer)).json()).toMatchObject([
      { result: {} },
      { error: { code: -32029, data: { retry_after: expect.any(Number) } } },
    ])
    const response = await post(guide, bearer)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('counts each call of a batch against the organisation too', async () => {
    const bearer = await makeKey(['read'])
    const guide = { jsonrpc: '2.0', id: 1, method: 'load_skills_protocol_guide' }
    const where = { key: `${RATE_LIMITS.callByOrganisation.name}:${user.organisation.id}` }
    // A new window begins here, because the current one could otherwise end during the test.
    await db.rateLimit.deleteMany({ where })

    await post([guide, guide, guide], bearer)

    expect(await db.rateLimit.findFirst({ where })).toMatchObject({ points: 3 })
  })
})
