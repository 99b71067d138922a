import { expect, test } from 'vitest'
import { runResult } from './run-skill.ts'

const RUN = {
  id: 'run_1',
  skillName: 'a.b.c',
  versionNumber: '1.0.0',
  contractHash: 'h',
  coercions: [],
  durationMs: 3,
}

test('a run that succeeded is printed as the REST API returns it, with its state', () => {
  const { json, isFailure } = runResult({ ...RUN, state: 'partial', output: { message: 'Some.' } })

  expect(isFailure).toBe(false)
  expect(json).toMatchObject({
    ...{ run_id: 'run_1', status: 'completed', state: 'partial', skill: 'a.b.c' },
    ...{ output: { message: 'Some.' }, duration_ms: 3 },
  })
})

test('a run that failed is printed with its error, and fails the command', () => {
  const error = { code: 'SKILL_ERROR', message: 'It broke.', recoverable: false } as const

  expect(runResult({ ...RUN, state: 'failed', error })).toEqual({
    text: 'SKILL_ERROR: It broke.',
    json: { run_id: 'run_1', status: 'failed', state: 'failed', errors: [error] },
    isFailure: true,
  })
})
