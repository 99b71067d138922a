import { expect, test } from 'vitest'
import { runMeta } from './call-result.ts'

test('the meta of a call tells which run it was, and of a dry run that it was one', () => {
  expect(runMeta({ id: 'run_1', coercions: [] })).toEqual({ 'guildhall/run_id': 'run_1' })
  expect(runMeta({ id: 'run_1', coercions: [], dryRun: true, effects: { created: ['a.md'] } })).toEqual({
    'guildhall/run_id': 'run_1',
    'guildhall/dry_run': true,
    'guildhall/effects': { created: ['a.md'] },
  })
})
