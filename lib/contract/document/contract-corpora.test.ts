/** The contract documents of the demo market and of schemas from outside hold by themselves, without our code. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { loadMarket } from '../../../prisma/market/load-market.ts'
import { everyNth, readCorpus } from '../../testing/corpus.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import { contractDocument } from './contract-document.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'

const skills = loadMarket().flatMap(({ handle, skillSets }) =>
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

/** A plain validator, as a reader of the document would set one up. */
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

  test.skipIf(rows.length === 0)('make contract documents that refer to nothing outside themselves', () => {
    expect(usable.length).toBeGreaterThan(20)
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
  })
})
