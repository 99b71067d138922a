import { expect, test } from 'vitest'
import { errorResult, runMeta, skillToolErrorResult } from './call-mcp-tool.ts'

test('the meta of a call identifies its run, and a dry run', () => {
  const run = {
    id: 'run_1',
    versionNumber: '1.2.0',
    contractHash: 'c',
    permissionsHash: 'p',
    notices: [],
    coercions: [],
    logs: [],
  }
  const always = {
    'guildhall/run_id': 'run_1',
    'guildhall/version': '1.2.0',
    'guildhall/contract_hash': 'c',
    'guildhall/permissions_hash': 'p',
  }

  expect(runMeta(run)).toEqual(always)
  expect(runMeta({ ...run, notices: ['Version 1.2.0 is deprecated.'] })).toEqual({
    ...always,
    'guildhall/notices': ['Version 1.2.0 is deprecated.'],
  })
  const logs = [{ level: 'error' as const, text: 'bad', atMs: 0 }]
  expect(runMeta({ ...run, logs, outputBlobs: ['blob:1'] })).toEqual({
    ...always,
    'guildhall/output_blobs': ['blob:1'],
    'guildhall/logs_preview': '[error] bad',
  })
  expect(runMeta({ ...run, dryRun: true, effects: { created: ['a.md'] } })).toEqual({
    ...always,
    'guildhall/dry_run': true,
    'guildhall/effects': { created: ['a.md'] },
  })
})

test('an error is described to a model in words, with each detail in text form', () => {
  const error = {
    code: 'INVALID_INPUT' as const,
    message: 'The input does not match the contract.',
    recoverable: true,
    suggested_action: 'Correct the listed fields.',
    details: [
      { path: '/to/place~1old/0', message: 'must be a number' },
      { path: '', message: 'must be an object' },
    ],
  }
  const text = [
    'INVALID_INPUT: The input does not match the contract.',
    '- [to -> place/old -> 0] must be a number',
    '- must be an object',
    'Correct the listed fields.',
  ].join('\n')

  for (const result of [errorResult(error), skillToolErrorResult(error)])
    expect(result.content).toEqual([{ type: 'text', text }])
})

test('an error that passes tells the model how many seconds to wait', () => {
  const error = {
    code: 'RATE_LIMIT_EXCEEDED' as const,
    message: 'Slow down.',
    recoverable: true,
    retry_after: 7,
  }

  for (const result of [errorResult(error), skillToolErrorResult(error)])
    expect(result.content).toEqual([
      { type: 'text', text: 'RATE_LIMIT_EXCEEDED: Slow down.\nretry_after: 7 (seconds)' },
    ])
})
