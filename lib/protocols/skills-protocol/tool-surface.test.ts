// Tests the tools as models see them: their exact text, their number, and their cost in tokens.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { countTokens } from 'gpt-tokenizer'
import { describe, expect, test } from 'vitest'
import { checkDocument } from '../../contracts/checks/check-document.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { ERRORS, type Issue } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { OUTSIDE_CORPORA, withCorpus } from '../../testing/corpus.ts'
import { BUILT_IN_SKILLS } from '../../tools/builtin-skills/built-in-skills.ts'
import { GUIDE_BODY } from '../../tools/builtin-skills/guide-body.ts'
import { PROTOCOL_TOOLS } from './protocol-tools.ts'
import { buildParamsSchema, toModelTool } from './validate-params.ts'

const published = PROTOCOL_TOOLS.map(({ name, description, parameters }) => ({
  name,
  description,
  parameters,
}))

// The requirements are beside the corpora.
const SEEDS = OUTSIDE_CORPORA && path.resolve(OUTSIDE_CORPORA, '../seeds')
const page = SEEDS && existsSync(SEEDS) && readdirSync(SEEDS).find((name) => name.startsWith('004_'))

describe('“Tool Schemas”', withCorpus(page), () => {
  test('is published verbatim', () => {
    const text = readFileSync(path.join(String(SEEDS), String(page)), 'utf8')
    const blocks = text.match(/^\{\n {2}"name": [\s\S]*?^\}/gm) ?? []

    expect(blocks).toHaveLength(8)
    expect(published).toEqual(blocks.map((block) => JSON.parse(block)))
    // The order of fields is part of what a model reads.
    expect(JSON.stringify(published)).toBe(JSON.stringify(blocks.map((block) => JSON.parse(block))))
  })
})

test('the surface takes less than 2,000 tokens', () => {
  expect(published).toHaveLength(8)
  expect(countTokens(JSON.stringify(published))).toBeLessThan(2_000)
})

test('a model that reads only the definitions learns that it can search, limit a price and read a part of a blob', () => {
  const shown = PROTOCOL_TOOLS.map(toModelTool)
  const fieldsOf = (tool: string) =>
    Object.keys(shown.find(({ name }) => name === tool)?.parameters.properties as object)

  expect(shown[0]?.description).toMatch(/it searches\.$/)
  expect(fieldsOf('list_skills')).toEqual(expect.arrayContaining(['namespace', 'query', 'have', 'want']))
  expect(fieldsOf('execute_skill')).toEqual(
    expect.arrayContaining(['name', 'max_price', 'rerun_of', 'max_output_tokens']),
  )
  expect(fieldsOf('read_blob')).toEqual(expect.arrayContaining(['blob_id', 'pointer', 'offset', 'count']))
  expect(countTokens(JSON.stringify(shown))).toBeLessThan(2_000)
})

test('the guide fits into a context', () => {
  expect(countTokens(GUIDE_BODY)).toBeLessThan(3_000)
})

test.each(PROTOCOL_TOOLS)('$name has a schema that rejects unknown params', (tool) => {
  const { schema, issues } = canonicalSchema(buildParamsSchema(tool))

  expect(issues).toEqual([])
  expect(schema).toMatchObject({ additionalProperties: false })
})

test('the guide names every tool and every error code', () => {
  for (const { name } of PROTOCOL_TOOLS) {
    if (name !== 'load_skills_protocol_guide') expect(GUIDE_BODY).toContain(`\`${name}\``)
  }
  for (const code of Object.keys(ERRORS)) expect(GUIDE_BODY).toContain(`| ${code} |`)
})

test('the built-in skills follow the rules of every SkillSet', () => {
  for (const { name, document } of BUILT_IN_SKILLS) {
    // The seed defines the names of tools, and their code is part of Guildhall instead of a definition.
    const isOfTools = ({ path }: Issue) => isToolName(name) && /^\/skills\/\d+\/(slug|definition)$/.test(path)
    const issues = checkDocument(document as unknown as Json)
    expect(issues.filter((issue) => !isOfTools(issue))).toEqual([])
  }
})
