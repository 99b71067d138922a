// Tests what Guildhall provides over /rpc: tools, which are skills and not methods, and the guide.
import { describe, expect, test } from 'vitest'
import { call, result, setUpRpc } from '../../testing/rpc-setup.ts'
import { TOOL_SKILLS } from '../../tools/tool-skill.ts'
import type { JsonObject } from '../json/json.ts'

const { key } = await setUpRpc()

// One tool of each namespace suffices, because the registry's test covers every tool.
const NAMES = [...new Map(TOOL_SKILLS.map(({ name }) => [name.split('.')[0], name])).values()]

describe.each(NAMES)('%s', (name) => {
  test('is not a method, and is described and read like any skill, by any caller', async () => {
    expect((await call(name, {}, key)).error).toMatchObject({ code: -32601 })

    const { skill } = (await result('describe_skill', { name })) as { skill: JsonObject }
    expect(skill).toMatchObject({ name, kind: 'action', price: { amount: '0' }, price_of_calls: '0' })
    expect(skill.manifest).toMatchObject({ name })
    const read = async (path: string) => (await result('read_skill_file', { name, path })).content
    expect(await read('SKILL.md')).toContain(name)
    expect(await read('skill.toml')).toContain(`name = "${name}"`)
    expect(JSON.parse(String(await read('input.schema.json')))).toEqual(skill.input_schema)
  })
})

test('tools are listed under their namespace, and run by execute_skill', async () => {
  const { skills } = (await result('list_skills', { namespace: 'util' })) as { skills: JsonObject[] }
  expect(skills.map(({ name }) => name)).toEqual(['util.parseMarkdownBullets', 'util.slugifyTitle'])

  const run = await result('execute_skill', { name: 'util.slugifyTitle', args: { title: 'Ä Tide' } }, key)
  expect(run).toMatchObject({ status: 'completed', output: { slug: 'a-tide' } })
})

test('the guide is listed, and loading it returns its SKILL.md', async () => {
  const { skills } = (await result('list_skills', { namespace: 'skills.protocol', detail: 'summary' })) as {
    skills: JsonObject[]
  }
  expect(skills).toMatchObject([
    { name: 'skills.protocol.guide', version: '0.1.0', namespace: 'skills.protocol', kind: 'instruction' },
  ])
  const { content } = await result('read_skill_file', { name: 'skills.protocol.guide', path: 'SKILL.md' })
  expect(await result('load_skills_protocol_guide')).toEqual({ content })
})
