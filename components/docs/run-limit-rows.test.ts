import { expect, test } from 'vitest'
import { JAVASCRIPT_LIMITS, PYTHON_LIMITS } from '#lib/sandbox/sandbox.ts'
import { EGRESS_BUDGET } from '#sandboxd/egress/egress-run.ts'
import { CALLS } from '#sandboxd/limits.ts'
import { runLimitRows } from './run-limit-rows.ts'

test('publishers are told the limits that the box has', () => {
  const { requests, requestBytes, responseBytes } = EGRESS_BUDGET
  const mb = (bytes: number) => `${bytes / 1024 ** 2} MB`
  const told = Object.fromEntries(runLimitRows().map(([what, ...most]) => [what, most]))
  const limits = [JAVASCRIPT_LIMITS, PYTHON_LIMITS]

  expect(told).toEqual({
    Time: limits.map(({ wallMs }) => `${wallMs / 1000} s`),
    'Processor time': limits.map(({ cpuMs }) => `${cpuMs / 1000} s`),
    Memory: limits.map(({ memoryMb }) => `${memoryMb} MB`),
    'Requests to hosts': [`${requests}`, `${requests}`],
    'What one request sends': [mb(requestBytes), mb(requestBytes)],
    'What answers one': [mb(responseBytes), mb(responseBytes)],
    'Calls of skills, tools and blobs': [`${CALLS}`, `${CALLS}`],
    'One blob, or a part of it': ['10 MB', '10 MB'],
    'The result, as JSON': limits.map(({ outputBytes }) => mb(outputBytes)),
    'The log': limits.map(({ logBytes, logLines }) => `${logBytes / 1024} KB, ${logLines / 1000},000 lines`),
  })
})
