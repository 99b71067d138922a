/** Calls each tool once on the real services and compares the result with its schema. */
import { beforeAll, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { PROTOCOL_RESULTS } from './protocol-results.ts'
import { callProtocolTool } from './protocol-tool.ts'
import { PROTOCOL_TOOLS } from './protocol-tools.ts'

let ctx: Context
let name: string
beforeAll(async () => {
  ctx = await contextFor(await makeUser(), { sandbox: returns({ message: 'Hello.' }) })
  name = (await makePublishedVersion()).skillName
})

const PARAMS: Record<string, () => Promise<JsonObject> | JsonObject> = {
  list_skills: () => ({ detail: 'summary', limit: 3 }),
  describe_skill: () => ({ name, detail: 'full' }),
  read_skill_file: () => ({ name, path: 'SKILL.md' }),
  execute_skill: () => ({ name, args: { name: 'Ada' } }),
  run_code: () => ({ language: 'python', code: 'def main(args):\n    return 1' }),
  create_blob: () => ({ content: 'a,b', kind: 'text/csv' }),
  read_blob: async () => {
    const { blob_id } = (await call('create_blob', { content: 'a,b', kind: 'text/csv' })) as JsonObject
    return { blob_id: blob_id ?? null }
  },
  load_skills_protocol_guide: () => ({}),
}

const call = (tool: string, params: JsonObject) =>
  callProtocolTool(ctx, PROTOCOL_TOOLS.find((each) => each.name === tool)!, params)

test.each(PROTOCOL_TOOLS.map((tool) => [tool.name] as const))(
  '%s returns what its schema states',
  async (tool) => {
    const { schema, example } = PROTOCOL_RESULTS[tool]!

    const result = await call(tool, await PARAMS[tool]!())

    expect(canonicalSchema(schema).issues).toEqual([])
    expect(validateValue(schema, result)).toEqual([])
    expect(validateValue(schema, example.result)).toEqual([])
  },
)

test('a run returns the buttons of its skill, with the input of those that run it; a failed run has none', async () => {
  const buttons = [
    { label: 'Greet Eve', payload: '{"name":"Eve"}' },
    { label: 'Track Package', payload: 'TRACK_PACKAGE' },
  ]
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ buttons })] })
  const { skillName } = await makePublishedVersion({ document })
  const failing = await contextFor(await makeUser(), { sandbox: returns({ message: 7 }) })
  const tool = PROTOCOL_TOOLS.find((each) => each.name === 'execute_skill')!
  const params = { name: skillName, args: { name: 'Ada' } }

  expect(await callProtocolTool(ctx, tool, params)).toMatchObject({
    status: 'completed',
    buttons: [
      { label: 'Greet Eve', payload: '{"name":"Eve"}', args: { name: 'Eve' } },
      { label: 'Track Package', payload: 'TRACK_PACKAGE' },
    ],
  })
  expect(await callProtocolTool(failing, tool, params)).not.toHaveProperty('buttons')
})

test('a refused skill run is a result too', async () => {
  const failing = await contextFor(await makeUser(), { sandbox: returns({ message: 7 }) })
  const tool = PROTOCOL_TOOLS.find((each) => each.name === 'execute_skill')!

  const result = await callProtocolTool(failing, tool, { name, args: { name: 'Ada' } })

  expect(result).toMatchObject({ status: 'failed' })
  expect(validateValue(PROTOCOL_RESULTS.execute_skill!.schema, result)).toEqual([])
})
