// The tools as models see them: to the letter, few, and cheap.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { countTokens } from 'gpt-tokenizer'
import { describe, expect, test } from 'vitest'
import { checkDocument } from '../contract/document/check-document.ts'
import type { Json } from '../contract/json/json.ts'
import { isToolName } from '../contract/market/skill-name.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { ERRORS, type Issue } from '../errors.ts'
import { AGENT_TOOLS } from './all-tools.ts'
import { BUILT_IN } from './built-in.ts'
import { GUIDE_BODY } from './guide.ts'
import { acceptedParams } from './take-params.ts'

const published = AGENT_TOOLS.map(({ name, description, parameters }) => ({ name, description, parameters }))

const SEEDS = path.resolve(import.meta.dirname, '../../../shared/seeds')
const page = existsSync(SEEDS) && readdirSync(SEEDS).find((name) => name.startsWith('004_'))

describe.skipIf(!page)('“Tool Schemas”', () => {
  test('is published word for word', () => {
    const text = readFileSync(path.join(SEEDS, String(page)), 'utf8')
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

test('the guide is worth its place in a context', () => {
  expect(countTokens(GUIDE_BODY)).toBeLessThan(3_000)
})

test.each(AGENT_TOOLS)('what $name takes is a schema that refuses what it does not know', (tool) => {
  const { schema, issues } = canonicalSchema(acceptedParams(tool))

  expect(issues).toEqual([])
  expect(schema).toMatchObject({ additionalProperties: false })
})

test('the guide names every tool and every error code', () => {
  for (const { name } of AGENT_TOOLS) {
    if (name !== 'load_skills_protocol_guide') expect(GUIDE_BODY).toContain(`\`${name}\``)
  }
  for (const code of Object.keys(ERRORS)) expect(GUIDE_BODY).toContain(`| ${code} |`)
})

test('what is built in keeps the rules of every SkillSet', () => {
  for (const { name, document } of BUILT_IN) {
    // Tools have the names that the seed gives them, and no code that anybody wrote: Guildhall is their code.
    const isOfTools = ({ path }: Issue) => isToolName(name) && /^\/skills\/\d+\/(slug|definition)$/.test(path)
    const issues = checkDocument(document as unknown as Json)
    expect(issues.filter((issue) => !isOfTools(issue))).toEqual([])
  }
})
