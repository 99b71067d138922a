import { Ajv2020 } from 'ajv/dist/2020.js'
import { schemaChanges } from '#lib/contracts/changes/schema-changes.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { compareLargeContracts } from './compare-large-contracts.ts'
import { compareValidate } from './compare-validate.ts'
import { computeFigures, type Figures, formatMs } from './measure-pace.ts'

console.log('Preparing a valid input (defaults, coercion, validation) beside bare Ajv')
for (const { label, ajv, prepared, ratio } of compareValidate()) {
  const perSecond = (count: number) => `${Math.round(count).toLocaleString('en')}/s`.padStart(14)
  console.log(
    `  ${label.padEnd(36)} ${perSecond(prepared)}   Ajv ${perSecond(ajv)}   ratio ${ratio.toFixed(2)}`,
  )
}

const PROPERTIES = 200

const WARM_UP = 3

const ROUNDS = 25

const { diff, compile } = compareDiff()
console.log(`\nComparing two contracts of 200 properties, ${diff.count} times, alternating`)
console.log(`  compiling both, bare Ajv p50 ${formatMs(compile.p50)}   p95 ${formatMs(compile.p95)}`)
console.log(`  the whole comparison    p50 ${formatMs(diff.p50)}   p95 ${formatMs(diff.p95)}`)
console.log(`  ratio of the medians    ${(diff.p50 / compile.p50).toFixed(2)}`)

console.log('\nChecking, linting and comparing a large contract beside compiling it with bare Ajv, CPU time')
for (const { label, kilobytes, compileMs, publishMs } of compareLargeContracts()) {
  const figures = `${formatMs(publishMs)}   Ajv ${formatMs(compileMs)}   ratio ${(publishMs / compileMs).toFixed(2)}`
  console.log(`  ${label}, ${Math.round(kilobytes)} KB`.padEnd(36), figures)
}

/** 200 properties, compared with compiling in bare Ajv, in alternating rounds. */
type DiffComparison = { diff: Figures; compile: Figures; changes: number }

function compareDiff(): DiffComparison {
  const samples = { diff: [] as number[], compile: [] as number[] }
  let changes = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // Different contracts each time, so nothing is cached.
    const [before, after] = [wide(round, 'before'), wide(round, 'after')]
    const compileMs = measureMs(() => {
      for (const schema of [before, after])
        new Ajv2020({ strict: false, logger: false, allErrors: true }).compile(schema)
    })
    const diffMs = measureMs(() => {
      changes = schemaChanges(before, after, { role: 'input', pointer: '', authored: after }).changes.length
    })
    if (round < 0) continue
    samples.compile.push(compileMs)
    samples.diff.push(diffMs)
  }
  return { diff: computeFigures(samples.diff), compile: computeFigures(samples.compile), changes }
}

function measureMs(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

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
