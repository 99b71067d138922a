import { expect, test } from 'vitest'
import { AppError, ERRORS, type ErrorCode, toPublicError } from '../errors.ts'
import { type Answerable, answerCall, answerQuestion } from './rest-run.ts'

const RUN: Answerable = {
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
    const response = answerCall({ ...RUN, state: 'failed', error, output: undefined })

    expect(response.status).toBe(ERRORS[code].http)
    expect(await response.json()).toEqual({ status: 'failed', errors: [error], run_id: 'run_1' })
  },
)

test('whoever asks about a failed run gets an answer', () => {
  const error = toPublicError(new AppError('SKILL_ERROR'))
  expect(answerQuestion({ ...RUN, state: 'failed', error }).status).toBe(200)
})

test('a run that goes on is accepted, not done', async () => {
  const response = answerCall({ ...RUN, state: 'queued', output: undefined, durationMs: undefined })

  expect(response.status).toBe(202)
  expect(await response.json()).toMatchObject({ run_id: 'run_1', status: 'running' })
})

test('a deprecated version is told of, in the words of the run', async () => {
  const notices = ['Version 1.0.0 is deprecated.']

  expect(await answerCall({ ...RUN, notices }).json()).toMatchObject({ notices })
  expect(await answerCall({ ...RUN, notices: [] }).json()).not.toHaveProperty('notices')
})

test('what it wrote and logged is told of, while it goes on too', async () => {
  const made = { outputBlobs: ['blob:1'], logs: [{ level: 'error', text: 'bad' }] }
  const told = { output_blobs: ['blob:1'], logs_preview: '[error] bad' }

  expect(await answerCall({ ...RUN, ...made }).json()).toMatchObject(told)
  expect(await answerQuestion({ ...RUN, ...made, state: 'running' }).json()).toMatchObject(told)
  const { output_blobs, logs_preview } = await answerCall({ ...RUN, outputBlobs: [], logs: [] }).json()
  expect([output_blobs, logs_preview]).toEqual([undefined, undefined])
})

test('of a dry run the answer says so, to whoever makes it and to whoever asks later', async () => {
  const dry: Answerable = { ...RUN, dryRun: true, effects: { created: ['a.md'] } }

  for (const response of [answerCall(dry), answerQuestion(dry)])
    expect(await response.json()).toMatchObject({ dry_run: true, effects: { created: ['a.md'] } })
  expect(await answerCall(RUN).json()).not.toHaveProperty('dry_run')
})

test.each([
  [{ message: 'Hi.', summary: 'no' }, 'Hi.'],
  [{ summary: 'Done.' }, 'Done.'],
  [{ message: 7 }, undefined],
  [[1], undefined],
])('sums %j up as %j', async (output, summary) => {
  expect((await answerCall({ ...RUN, output }).json()).summary).toBe(summary)
})
