/**
 * What a contract as large as may be costs the thread that serves everybody, by what compiling it with bare Ajv costs:
 * checked, linted, written down as a contract document, and compared with the version before. Turn by turn.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { changesBetween } from '#lib/contract/changes/changes.ts'
import { checkDocument } from '#lib/contract/document/check-document.ts'
import { contractDocument } from '#lib/contract/document/contract-document.ts'
import { emptyDocument, emptySkill } from '#lib/contract/document/empty-document.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/contract/json/json.ts'
import { lint } from '#lib/contract/lint/lint.ts'
import { figuresOf } from './percentiles.ts'

const ROUNDS = 5

export type LargeFigures = { label: string; kilobytes: number; compileMs: number; publishMs: number }

export function compareLarge(): LargeFigures[] {
  return Object.entries(SHAPES).map(([label, make]) => {
    const samples = { compile: [] as number[], publish: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      // A title of its own: what was checked before is remembered.
      const [before, after] = [make(round, false), make(round, true)]
      samples.compile.push(
        timed(() => new Ajv2020({ strict: false, logger: false, allErrors: true }).compile(after)),
      )
      samples.publish.push(timed(() => publish(before, after)))
    }
    return {
      label,
      kilobytes: JSON.stringify(make(0, true)).length / 1024,
      compileMs: figuresOf(samples.compile).p50,
      publishMs: figuresOf(samples.publish).p50,
    }
  })
}

function publish(before: JsonSchema, after: JsonSchema): void {
  const [old, now] = [documentOf(before), documentOf(after)]
  checkDocument(now as unknown as Json)
  lint(now as unknown as Json)
  changesBetween(old, now)
  contractDocument(now, now.skills[0]!)
}

function documentOf(parameters: JsonSchema) {
  const response: JsonObject = { type: 'object', properties: { message: { type: 'string' } } }
  return { ...emptyDocument(), skills: [emptySkill({ name: 'Large', parameters, response })] }
}

/** Of processor time: on a busy machine the clock counts what others do. */
function timed(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

const named = (count: number, make: (index: number) => [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))

/** Of every fiftieth field something changes. */
const SHAPES: Record<string, (round: number, isNew: boolean) => JsonSchema> = {
  '4,000 fields': (round, isNew) => ({
    title: `Round ${round}`,
    type: 'object',
    properties: named(4_000, (at) => [
      `field_${at}`,
      { type: 'integer', maximum: isNew && at % 50 === 0 ? at + 1 : at },
    ]),
    additionalProperties: false,
  }),
  '2,000 references': (round, isNew) => ({
    title: `Round ${round}`,
    type: 'object',
    properties: named(2_000, (at) => [`field_${at}`, { $ref: `#/$defs/kind_${at % 1_000}` }]),
    $defs: named(1_000, (at) => [
      `kind_${at}`,
      { type: 'string', maxLength: isNew && at % 50 === 0 ? at + 1 : at },
    ]),
  }),
}
