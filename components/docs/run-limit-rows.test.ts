import { expect, test } from 'vitest'
import { JAVASCRIPT_LIMITS, LONG_LIMITS, PYTHON_LIMITS } from '#lib/sandbox/sandbox.ts'
import { chooseEgressBudget } from '#sandboxd/egress/guard.ts'
import { MAX_BLOB_PARTS, MAX_HOST_CALLS } from '#sandboxd/job/job.ts'
import { runLimitRows } from './run-limit-rows.ts'

test('publishers see the limits that the sandbox enforces', () => {
  const mb = (bytes: number) => `${bytes / 1024 ** 2} MB`
  const count = (number: number) => number.toLocaleString('en')
  const limitsByName = Object.fromEntries(runLimitRows().map(([what, ...most]) => [what, most]))
  const quick = [JAVASCRIPT_LIMITS, PYTHON_LIMITS]
  const all = [...quick, LONG_LIMITS]
  const budgets = all.map((limits) => chooseEgressBudget({ limits }))

  expect(MAX_BLOB_PARTS).toBe(1_000)
  expect(limitsByName).toEqual({
    Time: [...quick.map(({ wallMs }) => `${wallMs / 1000} s`), `${LONG_LIMITS.wallMs / 60_000} min`],
    'CPU time': [...quick.map(({ cpuMs }) => `${cpuMs / 1000} s`), `${LONG_LIMITS.cpuMs / 60_000} min`],
    Memory: all.map(({ memoryMb }) => `${memoryMb} MB`),
    'Requests to hosts': budgets.map(({ requests }) => count(requests)),
    'Request body': budgets.map(({ requestBytes }) => mb(requestBytes)),
    'Response body': [
      ...budgets.slice(0, 2).map(({ responseBytes }) => mb(responseBytes)),
      `${mb(LONG_LIMITS.answerBytes ?? 0)} in total`,
    ],
    'Calls to skills and tools': all.map(() => `${MAX_HOST_CALLS}`),
    'One blob that is read whole, or one part of it': all.map(() => '10 MB'),
    'Blobs that it reads and writes, with their parts': all.map(() => '1,000'),
    'Blobs that it writes, together': all.map(() => '500 MB'),
    'Result as JSON': all.map(({ outputBytes }) => mb(outputBytes)),
    'Parts of a stream': all.map(({ parts, partBytes }) => `${count(parts)}, ${mb(partBytes)} in total`),
    Log: all.map(({ logBytes, logLines }) => `${logBytes / 1024} KB, ${count(logLines)} lines`),
  })
})
