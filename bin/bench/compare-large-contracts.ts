import { Ajv2020 } from 'ajv/dist/2020.js'
import { changesBetween } from '#lib/contracts/changes/changes.ts'
import { checkDocument } from '#lib/contracts/checks/check-document.ts'
import { contractDocument } from '#lib/contracts/document/contract-document.ts'
import { emptyDocument, emptySkill } from '#lib/contracts/document/empty-document.ts'
import { lint } from '#lib/contracts/lint/lint.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { computeFigures } from './measure-pace.ts'

const ROUNDS = 5

type LargeFigures = { label: string; kilobytes: number; compileMs: number; publishMs: number }

export function compareLargeContracts(): LargeFigures[] {
  return Object.entries(SHAPES).map(([label, make]) => {
    const samples = { compile: [] as number[], publish: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      // Different contracts each time, so nothing is cached.
      const [before, after] = [make(round, false), make(round, true)]
      samples.compile.push(
        measureCpuMs(() => new Ajv2020({ strict: false, logger: false, allErrors: true }).compile(after)),
      )
      samples.publish.push(measureCpuMs(() => publish(before, after)))
    }
    return {
      label,
      kilobytes: JSON.stringify(make(0, true)).length / 1024,
      compileMs: computeFigures(samples.compile).p50,
      publishMs: computeFigures(samples.publish).p50,
    }
  })
}

function publish(before: JsonSchema, after: JsonSchema): void {
  const [old, now] = [documentOf(before), documentOf(after)]
  checkDocument(now as Json)
  lint(now as Json)
  changesBetween(old, now)
  contractDocument(now, now.skills[0]!)
}

function documentOf(parameters: JsonSchema) {
  const response: JsonObject = { type: 'object', properties: { message: { type: 'string' } } }
  return { ...emptyDocument(), skills: [emptySkill({ name: 'Large', parameters, response })] }
}

function measureCpuMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

const named = (count: number, make: (index: number) => [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))

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
