import { expect, test } from 'vitest'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { parseJob } from './job.ts'

const job = makeJob('async function handler() {}')

test('a job survives the wire', () => {
  expect(parseJob(JSON.stringify(job))).toEqual(job)
})

test('limits are capped by the sandbox’s maximum', () => {
  const greedy = { ...job, limits: { ...job.limits, wallMs: 1e9, outputBytes: -1, logLines: 'many' } }

  expect(parseJob(JSON.stringify(greedy))?.limits).toMatchObject({
    wallMs: 60_000,
    outputBytes: 4 * 1024 * 1024,
    logLines: 1_000,
  })
})

test.each([undefined, null, 'false', 0, true])(
  'code is reviewed only if the job states it, not with %j',
  (isUnreviewed) => {
    expect(parseJob(JSON.stringify({ ...job, isUnreviewed: isUnreviewed }))?.isUnreviewed).toBe(true)
  },
)

test.each([undefined, null, 'true', 1, false])(
  'code is approved only when the job states it, not with %j',
  (isApproved) => {
    expect(parseJob(JSON.stringify({ ...job, isApproved }))?.isApproved).toBe(false)
  },
)

const broken = [
  '',
  '[]',
  'null',
  '{}',
  ...['runId', 'publisher', 'definition', 'runtime', 'config', 'context', 'limits', 'network', 'secrets'].map(
    (key) => JSON.stringify({ ...job, [key]: 7 }),
  ),
]

test.each(broken)('%j is not a job', (text) => {
  expect(parseJob(text)).toBeUndefined()
})
