/** Tests contract documents of the demo market and of public schemas with plain Ajv. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { loadDemoMarket } from '../../../prisma/market/load-demo-market.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { everyNth, leastCases, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { contractDocument } from './contract-document.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'

const skills = loadDemoMarket().flatMap(({ handle, skillSets }) =>
  skillSets.flatMap(({ versions }) =>
    versions.flatMap((document) =>
      document.skills.map((skill) => ({
        name: `${handle}.${document.slug}.${skill.slug} ${document.version}`,
        skill,
        contract: contractDocument(document, skill),
      })),
    ),
  ),
)

/** Creates a plain validator, as a reader of the document would set one up. */
function reader(contract: JsonObject) {
  const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }))
  const check = (part: Json | undefined) =>
    ajv.compile({ $schema: contract.$schema, ...(part as JsonObject), definitions: contract.definitions })
  return { input: check(contract.input), output: check(contract.output) }
}

const ERROR = {
  status: 'failed',
  errors: [{ code: 'TOOL_TIMEOUT', message: 'It took too long.', recoverable: true }],
  run_id: 'run_1',
}

describe('the contract of the demo market’s', () => {
  test.each(skills)('$name takes its examples and promises their outputs', ({ skill, contract }) => {
    const { input, output } = reader(contract)

    for (const example of skill.examples ?? []) {
      expect(input(example.input), JSON.stringify(input.errors)).toBe(true)
      if (example.output !== undefined)
        expect(output(example.output), JSON.stringify(output.errors)).toBe(true)
    }
    expect(output(ERROR), JSON.stringify(output.errors)).toBe(true)
    expect(output({ ...ERROR, errors: [] })).toBe(false)
  })
})

describe('schemas from outside', () => {
  const rows = readCorpus<{ id: string; schema: Json }>('tool-schemas') ?? []
  const usable = everyNth(rows, 24).filter((row) => canonicalSchema(row.schema).schema)

  test(
    'make contract documents that refer to nothing outside themselves',
    withCorpus(rows.length > 0),
    () => {
      expect(usable.length).toBeGreaterThanOrEqual(leastCases(20))
      for (const { id, schema } of usable) {
        const skill = emptySkill({
          name: 'A',
          parameters: schema as JsonObject,
          response: schema as JsonObject,
        })
        const contract = contractDocument(emptyDocument(), skill)
        const { output } = reader(contract)
        expect(output(ERROR), id).toBe(true)
      }
    },
  )
})
