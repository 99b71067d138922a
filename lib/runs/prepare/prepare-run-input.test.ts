import { expect, test } from 'vitest'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../../testing/measure-blocking-work.ts'
import { cpuMsOf } from '../../testing/measure-cpu.ts'
import type { Runnable } from '../resolve/runnable.ts'
import { prepareRunInput } from './prepare-run-input.ts'

const row: JsonSchema = { type: 'object', properties: { a: { type: 'integer' } } }
const schema: JsonSchema = { type: 'object', properties: { rows: { type: 'array', items: row } } }
const ctx = { sandbox: {} as never }
const runnable = { organisation: { id: 'an organisation' } } as Runnable

const rowsOfText = (count: number) => ({ rows: Array.from({ length: count }, () => ({ a: '1' })) })

test.each([
  ['in this thread', 3],
  ['in a worker thread', 3_000],
])('values of an input are repaired %s', async (_where, count) => {
  const { value, coercions } = await prepareRunInput(ctx, runnable, schema, { args: rowsOfText(count) })

  expect(value).toEqual({ rows: Array(count).fill({ a: 1 }) })
  expect(coercions).toHaveLength(count)
  expect(coercions.at(-1)).toEqual({ path: `/rows/${count - 1}/a`, from: '1', to: 1 })
})

test('a large invalid input is refused with its issues', async () => {
  const args = { rows: Array(10_000).fill({ a: 'one' }) }

  await expect(prepareRunInput(ctx, runnable, schema, { args })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: {
      issues: expect.arrayContaining([expect.objectContaining({ path: '/rows/0/a', keyword: 'type' })]),
    },
  })
})

test('an input whose every value needs repair leaves the process free', async () => {
  const args = rowsOfText(50_000)
  const direct = cpuMsOf(() => prepareInput(schema, args))

  const blocked = await longestBlockingMs(() => prepareRunInput(ctx, runnable, schema, { args }))

  expect(blocked).toBeLessThan(direct / 2)
})

test('a short input with a choice of a hundred kinds for each value leaves the process free', async () => {
  const branches = Array.from({ length: 100 }, (_, index) => ({ type: 'object', required: [`f${index}`] }))
  const choices = { type: 'object', properties: { rows: { type: 'array', items: { anyOf: branches } } } }
  const args = { rows: Array(3_000).fill('x') }
  const preparing = async () =>
    expect(prepareRunInput(ctx, runnable, choices, { args })).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  expect(await longestBlockingMs(preparing)).toBeLessThan(MAX_BLOCKING_MS)
})
