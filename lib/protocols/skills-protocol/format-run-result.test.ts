import { describe, expect, test } from 'vitest'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { toToolResult } from '../../runs/views/show-run.ts'
import { formatRunResult, outlineOutput, type ResultRun } from './to-agent-result.ts'

const run = (fields: Partial<ResultRun> = {}): ResultRun => ({
  id: 'run_1',
  skillName: 'a.b.c',
  versionNumber: '1.2.0',
  state: 'succeeded',
  notices: [],
  coercions: [],
  logs: [],
  contractHash: 'f'.repeat(64),
  durationMs: 5,
  ...fields,
})
const FAULT = { code: 'SKILL_ERROR', message: 'No.', recoverable: false } as const
const log = (text: string, level: 'log' | 'error' = 'log') => ({ level, text, atMs: 0 })

describe('the status', () => {
  test.each([
    ['queued', 'running'],
    ['running', 'running'],
    ['succeeded', 'completed'],
    ['partial', 'completed'],
    ['failed', 'failed'],
    ['timed_out', 'failed'],
    ['cancelled', 'failed'],
  ] as const)('of a run that is %s is %s', (state, status) => {
    expect(formatRunResult(run({ state })).status).toBe(status)
  })
})

test('a run that failed because of a rate limit says how long to wait', () => {
  const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Slow.', recoverable: true, retry_after: 7 } as const

  expect(formatRunResult(run({ state: 'failed', error })).error).toMatchObject({ retry_after: 7 })
})

test('a rate limit without a time asks for a minute, in errors and in the result of a step', () => {
  const error = toPublicError(new AppError('RATE_LIMIT_EXCEEDED'))
  const ended = { ...run({ state: 'failed', error }), createdAtMs: 1, startedAtMs: 1, endedAtMs: 2 }

  expect(error.retry_after).toBe(60)
  expect(toToolResult(ended)?.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retry_after: 60 })
})

describe('the summary', () => {
  test.each<[string, Partial<ResultRun>, string]>([
    ['is the message', { output: { message: 'Sunny.', summary: 'x' } }, 'Sunny.'],
    ['is the summary if there is no message', { output: { summary: 'Mild.' } }, 'Mild.'],
    ['names what came back', { output: { rows: [], total: 3 } }, 'a.b.c succeeded and returned rows, total.'],
    ['counts a list', { output: [1] }, 'a.b.c succeeded and returned 1 item.'],
    ['says that it was partly done', { state: 'partial', output: {} }, 'a.b.c partially succeeded.'],
    ['states why it failed', { state: 'failed', error: FAULT }, 'No.'],
    [
      'states how to wait, with these tools or over HTTP',
      { state: 'running' },
      'a.b.c is running: repeat the call with the same idempotency_key and without async to wait for it, or call GET /api/runs/run_1 to see how it ended.',
    ],
    [
      'of code of one’s own, which takes no key, states where to ask',
      { state: 'queued', skillName: 'run_code' },
      'run_code is queued: call GET /api/runs/run_1 to see how it ended.',
    ],
  ])('%s', (_, fields, summary) => {
    expect(formatRunResult(run(fields)).summary).toBe(summary)
  })
})

test('a null output is an output, and a missing output is not', () => {
  expect(formatRunResult(run({ output: null }))).toHaveProperty('output', null)
  expect(formatRunResult(run({ state: 'failed', error: FAULT }))).not.toHaveProperty('output')
})

test('the class of a thrown error is the type of the error; without one it is the code', () => {
  const typeOf = (error: ResultRun['error']) =>
    (formatRunResult(run({ state: 'failed', error })).error as { type: Json }).type

  expect(typeOf({ ...FAULT, type: 'RangeError' })).toBe('RangeError')
  expect(typeOf(FAULT)).toBe('SKILL_ERROR')
})

test('the version that ran is named, with its contract and permissions', () => {
  expect(formatRunResult(run({ permissionsHash: 'e'.repeat(64) }))).toMatchObject({
    version: '1.2.0',
    contract_hash: 'f'.repeat(64),
    permissions_hash: 'e'.repeat(64),
  })
  // Code that was sent with the call has no version.
  expect(formatRunResult(run({ versionNumber: '' }))).not.toHaveProperty('version')
})

test('a dry run is marked as one, whether it has ended or not', () => {
  expect(formatRunResult(run({ dryRun: true }))).toHaveProperty('dry_run', true)
  expect(formatRunResult(run({ dryRun: true, state: 'queued' }))).toHaveProperty('dry_run', true)
  expect(formatRunResult(run({}))).not.toHaveProperty('dry_run')
})

test('logs are shown from their end, at most 2,000 characters, with their level where it matters', () => {
  const { logs_preview: long } = formatRunResult(run({ logs: [log('x'.repeat(3000)), log('last')] }))

  expect(String(long)).toHaveLength(2000)
  expect(String(long)).toMatch(/^…x+\nlast$/)
  expect(formatRunResult(run({ logs: [log('bad', 'error')] })).logs_preview).toBe('[error] bad')
})

describe('an output that moved', () => {
  const output = { rows: [{ a: 1 }, { a: 2 }], note: 'hello', none: null }

  test('is described by its shape and by the blob that contains it, listed before the skill’s own blobs', () => {
    const moved = { blobId: 'blob:1', shape: outlineOutput(output) }

    expect(formatRunResult(run({ output, outputBlobs: ['blob:2'] }), moved)).toMatchObject({
      output_blobs: ['blob:1', 'blob:2'],
      output_shape: {
        type: 'object',
        count: 3,
        properties: {
          rows: { type: 'array', count: 2, items: { type: 'object', count: 1 } },
          note: { type: 'string', length: 5 },
          none: { type: 'null' },
        },
      },
    })
  })

  test('is to be had of the run itself when there was no room for a blob', () => {
    const answer = formatRunResult(run({ output }), { shape: {} })

    expect(answer).not.toHaveProperty('output_blobs')
    expect(answer.summary).toContain('GET /api/runs/run_1')
  })

  test('of a thousand levels has a shape that ends', () => {
    let deep: Json = 1
    for (let level = 0; level < 1000; level += 1) deep = { deep }

    expect(JSON.stringify(outlineOutput(deep)).length).toBeLessThan(500)
  })
})
