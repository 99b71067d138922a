/**
 * What comparing two versions of a contract of 200 properties costs, against compiling both with bare Ajv: the
 * least that anything has to do that asks a validator about them. Turn by turn in the same run.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { schemaChanges } from '#lib/contract/changes/schema-changes.ts'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { type Figures, figuresOf } from './percentiles.ts'

const PROPERTIES = 200
const WARM_UP = 3
const ROUNDS = 25

export type DiffComparison = { diff: Figures; compile: Figures; changes: number }

export function compareDiff(): DiffComparison {
  const samples = { diff: [] as number[], compile: [] as number[] }
  let changes = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // A title of its own: what was compared before is remembered.
    const [before, after] = [wide(round, 'before'), wide(round, 'after')]
    const compileMs = timed(() => {
      for (const schema of [before, after])
        new Ajv2020({ strict: false, logger: false, allErrors: true }).compile(schema)
    })
    const diffMs = timed(() => {
      changes = schemaChanges(before, after, { role: 'input', pointer: '', authored: after }).changes.length
    })
    if (round < 0) continue
    samples.compile.push(compileMs)
    samples.diff.push(diffMs)
  }
  return { diff: figuresOf(samples.diff), compile: figuresOf(samples.compile), changes }
}

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** Texts, numbers, lists, choices and objects in turn; every tenth changes a little in the new version. */
function wide(round: number, side: 'before' | 'after'): JsonSchema {
  const properties = Object.fromEntries(
    Array.from({ length: PROPERTIES }, (_, index): [string, Json] => [
      `field_${index}`,
      propertyOf(index, side === 'after' && index % 10 === 0),
    ]),
  )
  const required = Object.keys(properties).filter((_, index) => index % 4 === 0)
  return { title: `Round ${round}`, type: 'object', properties, required, additionalProperties: false }
}

function propertyOf(index: number, isChanged: boolean): JsonSchema {
  switch (index % 5) {
    case 0:
      return { type: 'string', minLength: 1, maxLength: isChanged ? 50 : 100, description: `Field ${index}` }
    case 1:
      return { type: 'integer', minimum: 0, maximum: isChanged ? 200 : 100, default: 5 }
    case 2:
      return { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, maxItems: 10 }
    case 3:
      return { enum: ['fast', 'slow', 'careful'] }
    default:
      return {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'a' }, size: { type: 'number' } },
            required: ['kind'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'b' }, name: { type: 'string' } },
            required: ['kind'],
          },
        ],
      }
  }
}
