import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ToolResult } from '#lib/contract/plan/tool-result.ts'
import { ToolResultView } from './tool-result-view.tsx'

const RESULT: ToolResult = {
  callId: 'run_1',
  runId: 'run_1',
  tool: 'vault.createFile',
  attempt: 1,
  status: 'ok',
  ok: true,
  startedAt: 0,
  endedAt: 1,
  durationMs: 1,
  effects: { created: ['Notes/A.md'] },
}

test('of a dry run nobody reads that something was done', () => {
  const words = (result: ToolResult) =>
    renderToStaticMarkup(<ToolResultView result={result} />).replaceAll(/<[^>]*>/g, '')

  expect(words(RESULT)).toContain('Created Notes/A.md')
  expect(words({ ...RESULT, dryRun: true })).toContain('Would create Notes/A.md')
  expect(words({ ...RESULT, dryRun: true })).not.toContain('Created')
})
