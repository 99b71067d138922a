// Calls the tools that find and read skills through POST /rpc, on a real database.
import { describe, expect, test } from 'vitest'
import { callProtocolTool } from '../../protocols/skills-protocol/protocol-tool.ts'
import { PROTOCOL_TOOLS } from '../../protocols/skills-protocol/protocol-tools.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { call, result, setUpRpc } from '../../testing/rpc-setup.ts'
import type { Json, JsonObject } from '../json/json.ts'

const { user, press, key, publish, makeKey } = await setUpRpc()

describe('list_skills', () => {
  const names = async (params: JsonObject, bearer?: string) => {
    const { skills, next_cursor } = await result('list_skills', { namespace: press, ...params }, bearer)
    return { names: (skills as { name: string }[]).map(({ name }) => name.split('.')[1]), next_cursor }
  }

  test('pages through a namespace in code point order, unaffected by versions published in between', async () => {
    const first = await names({ limit: 2 })
    await publish({ slug: 'aaa_new' })
    await publish({ slug: 'gamma' })
    const second = await names({ limit: 2, cursor: first.next_cursor as string })
    const last = await names({ limit: 2, cursor: second.next_cursor as string })

    expect(first.names).toEqual(['alpha', 'beta'])
    expect(second.names).toEqual(['closed', 'delta'])
    expect(last).toEqual({ names: ['gamma'], next_cursor: null })
  })

  test('pages through all there is, one at a time: after a built-in tool too', async () => {
    const tool = PROTOCOL_TOOLS.find(({ name }) => name === 'list_skills')!
    const ctx = await contextFor(user, { channel: 'rpc' })
    const page = async (params: JsonObject) => (await callProtocolTool(ctx, tool, params)) as JsonObject
    const all = ((await page({ limit: 200 })).skills as { name: string }[]).map(({ name }) => name)

    const seen: string[] = []
    for (let cursor: Json = ''; cursor !== null; ) {
      const got = await page({ limit: 1, ...(cursor && { cursor }) })
      seen.push(...(got.skills as { name: string }[]).map(({ name }) => name))
      cursor = got.next_cursor ?? null
    }

    // Other tests publish in the meantime, but each skill from before appears once, in order.
    expect(seen.filter((name) => all.includes(name))).toEqual(all)
    expect(seen).toContain('vault.readFile')
  })

  test('takes a namespace as a whole, with everything under it', async () => {
    expect((await names({ namespace: `${press}.alpha` })).names).toEqual(['alpha'])
    expect((await names({ namespace: `${press}.alpha.greet` })).names).toEqual(['alpha'])
    expect((await names({ namespace: `${press}.alp` })).names).toEqual([])
    expect((await names({ namespace: 'skills' })).names).toEqual(['protocol'])
    expect((await names({ namespace: '%' })).names).toEqual([])
    expect((await names({ namespace: 'a\0b' })).names).toEqual([])
  })

  test('shows private skills to keys of their organisation only', async () => {
    const stranger = await makeKey(['read', 'run', 'write'], await makeUser())

    expect((await names({}, key)).names).toContain('hidden')
    expect((await names({}, stranger)).names).not.toContain('hidden')
    expect((await names({}, await makeKey(['run']))).names).not.toContain('hidden')
    expect((await names({})).names).not.toContain('hidden')
  })

  test('summarises', async () => {
    const { skills } = await result('list_skills', { namespace: `${press}.alpha`, detail: 'summary' })

    expect(skills).toEqual([
      {
        name: `${press}.alpha.greet`,
        version: '1.0.0',
        description: 'Says hello to the person you name, politely.',
        namespace: `${press}.alpha`,
        kind: 'action',
      },
    ])
  })

  test.each([
    ['made up', 'x'],
    ['of no name', Buffer.from('["a b",""]').toString('base64url')],
    ['of another namespace', Buffer.from('["a.b.c","other"]').toString('base64url')],
    ['with more in it', `${Buffer.from('["a.b.c",""]').toString('base64url')}=`],
  ])('refuses a cursor that is %s', async (_, cursor) => {
    expect((await call('list_skills', { cursor })).error).toMatchObject({
      code: -32602,
      data: { details: [{ path: '/cursor' }] },
    })
  })
})

describe('describe_skill', () => {
  test('returns the requested level of detail', async () => {
    const name = `${press}.alpha.greet`
    const at = async (detail: string) =>
      (await result('describe_skill', { name, detail })).skill as JsonObject
    const [manifest, summary, full] = [await at('manifest'), await at('summary'), await at('full')]

    expect(Object.keys(manifest)).toEqual([
      'name',
      'version',
      'kind',
      'manifest',
      'price',
      'dry_run_price',
      'price_of_calls',
      'risk_level',
      'guaranteed_fields',
      'contract_hash',
      'permissions_hash',
    ])
    expect(summary).toMatchObject({
      frontmatter: { name: 'greet' },
      input_schema: { required: ['name'] },
      output_schema: { required: ['message'] },
    })
    expect(full.content).toContain('# Greet a person')
    expect(manifest.guaranteed_fields).toEqual(['message'])
    expect(manifest.price).toEqual({ model: 'per_job', amount: '0', currency: 'USDC' })
  })

  test('takes a version or a range', async () => {
    const name = `${press}.alpha.greet`

    expect(await result('describe_skill', { name, version: '^1.0' })).toMatchObject({
      skill: { version: '1.0.0' },
    })
    expect((await call('describe_skill', { name, version: '^2' })).error).toMatchObject({ code: -32004 })
  })

  test.each(['a', 'no.such.skill', 'a.b.c.d', '../x', '\0'])('of %j finds nothing', async (name) => {
    expect((await call('describe_skill', { name })).error).toMatchObject({
      code: -32004,
      data: { code: 'NOT_FOUND' },
    })
  })

  test('of a private skill finds nothing for others', async () => {
    const name = `${press}.hidden.greet`

    expect((await call('describe_skill', { name })).error).toMatchObject({ code: -32004 })
    expect(await result('describe_skill', { name }, key)).toMatchObject({ skill: { name } })
  })
})

describe('read_skill_file', () => {
  const name = () => `${press}.alpha.greet`

  test.each(['/etc/passwd', '../x', 'code/../../x', 'a\\b', 'a\0b', 'C:/x', '..'])(
    'refuses %j',
    async (path) => {
      expect((await call('read_skill_file', { name: name(), path })).error).toMatchObject({
        code: -32602,
        data: { details: [{ path: '/path' }] },
      })
    },
  )

  test('reads each file of the folder', async () => {
    const files = [
      'skill.toml',
      'SKILL.md',
      'code/handler.js',
      'input.schema.json',
      'output.schema.json',
      'contract.json',
    ]
    for (const path of files) {
      const file = await result('read_skill_file', { name: name(), path })
      expect(file, path).toMatchObject({ path, encoding: 'utf-8', version: '1.0.0' })
      expect(Buffer.byteLength(String(file.content))).toBe(file.size_bytes)
    }
  })

  test('shows closed code to its own organisation only, and does not reveal which files exist', async () => {
    const closed = `${press}.closed.greet`

    for (const path of ['code/handler.js', 'code/nothing.js']) {
      expect((await call('read_skill_file', { name: closed, path })).error).toMatchObject({ code: -32003 })
    }
    expect(await result('read_skill_file', { name: closed, path: 'code/handler.js' }, key)).toMatchObject({
      kind: 'text/javascript',
    })
    expect(await result('read_skill_file', { name: closed, path: 'SKILL.md' })).toBeDefined()
  })

  test('lists the available files', async () => {
    const { error } = await call('read_skill_file', { name: name(), path: 'nothing.md' })

    expect(error).toMatchObject({ code: -32004 })
    expect(error.message).toContain('skill.toml, SKILL.md')
  })
})
