import { expect, test } from 'vitest'
import { JAVASCRIPT_LIMITS, PYTHON_LIMITS } from '#lib/sandbox/sandbox.ts'
import { chooseEgressBudget } from '#sandboxd/egress/guard.ts'
import { MAX_BLOB_PARTS, MAX_HOST_CALLS } from '#sandboxd/job/job.ts'
import { runLimitRows } from './run-limit-rows.ts'

test('publishers see the limits that the sandbox enforces', () => {
  const { requests, requestBytes, responseBytes } = chooseEgressBudget({ limits: JAVASCRIPT_LIMITS })
  const mb = (bytes: number) => `${bytes / 1024 ** 2} MB`
  const limitsByName = Object.fromEntries(runLimitRows().map(([what, ...most]) => [what, most]))
  const limits = [JAVASCRIPT_LIMITS, PYTHON_LIMITS]

  expect(MAX_BLOB_PARTS).toBe(1_000)
  expect(limitsByName).toEqual({
    Time: limits.map(({ wallMs }) => `${wallMs / 1000} s`),
    'CPU time': limits.map(({ cpuMs }) => `${cpuMs / 1000} s`),
    Memory: limits.map(({ memoryMb }) => `${memoryMb} MB`),
    'Requests to hosts': [`${requests}`, `${requests}`],
    'Request body': [mb(requestBytes), mb(requestBytes)],
    'Response body': [mb(responseBytes), mb(responseBytes)],
    'Calls to skills and tools': [`${MAX_HOST_CALLS}`, `${MAX_HOST_CALLS}`],
    'One blob that is read whole, or one part of it': ['10 MB', '10 MB'],
    'Blobs that it reads and writes, with their parts': ['1,000', '1,000'],
    'Blobs that it writes, together': ['500 MB', '500 MB'],
    'Result as JSON': limits.map(({ outputBytes }) => mb(outputBytes)),
    'Parts of a stream': limits.map(
      ({ parts, partBytes }) => `${parts / 1000},000, ${mb(partBytes)} in total`,
    ),
    Log: limits.map(({ logBytes, logLines }) => `${logBytes / 1024} KB, ${logLines / 1000},000 lines`),
  })
})
