import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { inLongRun } from '../../testing/skip-unless.ts'
import { compile, countCompiled } from './compile.ts'

const schemaOf = (number: number): JsonSchema => ({
  type: 'object',
  properties: { [`field_${number}`]: { type: 'integer', minimum: number }, name: { type: 'string' } },
})

test('only a limited number of compiled schemas is cached', () => {
  for (let number = 0; number < 510; number++) compile(schemaOf(number)).accepts({})

  expect(countCompiled()).toBeLessThanOrEqual(500)
  expect(compile(schemaOf(509))).toBe(compile(schemaOf(509)))
})

test('10,000 schemas take no more memory than 1,000', inLongRun, () => {
  const heapBytes = () => {
    v8.setFlagsFromString('--expose-gc')
    // V8 caches the source of generated functions until memory is low, which this simulates.
    vm.runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
    return process.memoryUsage().heapUsed
  }
  for (let number = 0; number < 1_000; number++) compile(schemaOf(number)).accepts({})
  const before = heapBytes()
  for (let number = 1_000; number < 10_000; number++) compile(schemaOf(number)).accepts({})
  const grownBytes = heapBytes() - before

  console.info(`9,000 more schemas left ${(grownBytes / 1024 / 1024).toFixed(1)} MiB behind`)
  // At 50 KiB per schema, an unbounded cache would take 400 MiB.
  expect(grownBytes).toBeLessThan(10 * 1024 * 1024)
})
