import { expect, test } from 'vitest'
import { AppError, ERRORS, type ErrorCode, toPublicError } from '../../../kernel/errors.ts'
import { type RestRunSource, restRunWithToolResult, startedRunResponse } from './rest-answers.ts'

const RUN: RestRunSource = {
  id: 'run_1',
  state: 'succeeded',
  skillName: 'a.b.c',
  versionNumber: '1.0.0',
  contractHash: 'h',
  coercions: [],
  output: { summary: 'Done.' },
  durationMs: 3,
}

test.each(Object.keys(ERRORS).filter((code) => code !== 'INTERNAL_ERROR') as ErrorCode[])(
  'a run that failed by %s is exactly the contract’s ErrorResponse, with the status of the table',
  async (code) => {
    const error = toPublicError(new AppError(code))
    const response = startedRunResponse({ ...RUN, state: 'failed', error, output: undefined })

    expect(response.status).toBe(ERRORS[code].http)
    expect(await response.json()).toEqual({ status: 'failed', errors: [error], run_id: 'run_1' })
  },
)

test('an unfinished run is 202, not 200', async () => {
  const response = startedRunResponse({ ...RUN, state: 'queued', output: undefined, durationMs: undefined })

  expect(response.status).toBe(202)
  expect(await response.json()).toMatchObject({ run_id: 'run_1', status: 'running' })
})

test('a deprecated version is mentioned with the run’s notice', async () => {
  const notices = ['Version 1.0.0 is deprecated.']

  expect(await startedRunResponse({ ...RUN, notices }).json()).toMatchObject({ notices })
  expect(await startedRunResponse({ ...RUN, notices: [] }).json()).not.toHaveProperty('notices')
})

test('written files and logs are reported, also while it runs', async () => {
  const made = { outputBlobs: ['blob:1'], logs: [{ level: 'error', text: 'bad' }] }
  const expected = { output_blobs: ['blob:1'], logs_preview: '[error] bad' }

  expect(await startedRunResponse({ ...RUN, ...made }).json()).toMatchObject(expected)
  expect(restRunWithToolResult({ ...RUN, ...made, state: 'running' })).toMatchObject(expected)
  const { output_blobs, logs_preview } = await startedRunResponse({
    ...RUN,
    outputBlobs: [],
    logs: [],
  }).json()
  expect([output_blobs, logs_preview]).toEqual([undefined, undefined])
})

test('a dry run is marked in the response to its caller and to later requests', async () => {
  const dry: RestRunSource = { ...RUN, dryRun: true, effects: { created: ['a.md'] } }

  for (const run of [await startedRunResponse(dry).json(), restRunWithToolResult(dry)])
    expect(run).toMatchObject({ dry_run: true, effects: { created: ['a.md'] } })
  expect(await startedRunResponse(RUN).json()).not.toHaveProperty('dry_run')
})

test.each([
  [{ message: 'Hi.', summary: 'no' }, 'Hi.'],
  [{ summary: 'Done.' }, 'Done.'],
  [{ message: 7 }, undefined],
  [[1], undefined],
])('sums %j up as %j', async (output, summary) => {
  expect((await startedRunResponse({ ...RUN, output }).json()).summary).toBe(summary)
})
