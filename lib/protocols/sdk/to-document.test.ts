// Tests that a published document is valid and runs like its source.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkDocument } from '../../contracts/checks/check-document.ts'
import { convertCapabilities } from '../../contracts/document/from-capabilities.ts'
import { parseDocument } from '../../contracts/document/parse-document.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { defineSkillSet } from './define-skill-set.ts'
import { research } from './examples/research.ts'

const document = research.toDocument()

test('the example becomes a valid document', () => {
  const parsed = parseDocument(JSON.parse(JSON.stringify(document)))

  expect(parsed.issues).toEqual([])
  expect(parsed.document).toEqual(document)
  expect(checkDocument(document as unknown as Json)).toEqual([])
})

test('its skill matches the capability', () => {
  expect(document.skills).toMatchObject([
    {
      slug: 'search',
      name: 'Search',
      description: 'Search for information and return a summary.',
      pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' },
      parameters: { query: { type: 'string', required: true, minLength: 3 } },
      response: { summary: { type: 'string' } },
    },
  ])
})

test('the command line accepts it', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-doc-')), 'skillset.json')
  fs.writeFileSync(file, JSON.stringify(document))
  const { status, stdout } = spawnSync(process.execPath, ['bin/guildhall.ts', 'validate', file], {
    encoding: 'utf8',
  })
  fs.rmSync(path.dirname(file), { recursive: true })

  expect([status, stdout.split('\n')[0]]).toEqual([0, `${file} is valid.`])
})

describe('the text of a handler', () => {
  /** Runs a definition as the sandbox would: one function called `handler`. */
  async function runText(definition: string, parameters: Json): Promise<unknown> {
    const handler = new Function(`${definition}; return handler`)() as (given: object) => Promise<unknown>
    return handler({ parameters, config: { greeting: 'Hello' }, context: { signal: null } })
  }

  const greet = { input_schema: { name: { type: 'string', required: true } } } as const
  type Given = { name: string }

  // biome-ignore format: table
  const handlers = {
    arrow:      async ({ name }: Given) => ({ message: name }),
    bare:       async (input: Given) => { return { message: input.name } },
    plain:      ({ name }: Given) => ({ message: name }),
    expression: async function named(input: Given) { return { message: input.name } },
    async method({ name }: Given) { return { message: name } },
    get(input: Given) { return { message: input.name } },
    'odd key': (input: Given) => ({ message: input.name }),
    async 'odd method'(input: Given) { return { message: input.name } },
  }

  test.each(Object.entries(handlers))('written as %s runs as it did', async (_, handler) => {
    const set = defineSkillSet({ capabilities: { greet }, handlers: { greet: handler } })
    const [skill] = set.toDocument().skills

    expect(await runText(skill?.definition ?? '', { name: 'Ada' })).toEqual({ message: 'Ada' })
  })

  test('gets the configuration too', async () => {
    const set = defineSkillSet({
      capabilities: { greet },
      handlers: { greet: ({ name }, { config }) => ({ message: `${config.greeting}, ${name}!` }) },
    })
    const [skill] = set.toDocument().skills

    expect(await runText(skill?.definition ?? '', { name: 'Ada' })).toEqual({ message: 'Hello, Ada!' })
    expect(await set.call('greet', { name: 'Ada' }, { config: { greeting: 'Hello' } })).toEqual({
      message: 'Hello, Ada!',
    })
  })

  test('is requested if it is missing', () => {
    const set = defineSkillSet({
      capabilities: { greet },
      handlers: { greet: handlers.arrow.bind(null) },
    })

    expect(() => set.toDocument()).toThrow(expect.objectContaining({ name: 'ValidationError' }))
  })

  test('may be written by hand instead', () => {
    const definition = 'async function handler() { return { message: "Hi." } }'
    const set = defineSkillSet({ capabilities: { greet: { ...greet, definition } } })

    expect(set.toDocument().skills[0]?.definition).toBe(definition)
  })
})

test('capabilities are skills by their names, their schemas under other keys', () => {
  const skills = [
    makeSkillDocument(),
    makeSkillDocument({ slug: 'part_2', name: 'Part', tags: ['a'], riskLevel: 'writes' }),
  ]
  const { skills: _, ...set } = makeSkillSetDocument() as unknown as JsonObject
  const capabilities = Object.fromEntries(
    skills.map(({ slug, parameters, response, ...rest }) => [
      slug,
      { ...rest, input_schema: parameters, output_schema: response },
    ]),
  )

  expect(convertCapabilities({ ...set, capabilities } as JsonObject).document).toEqual({ ...set, skills })
})
