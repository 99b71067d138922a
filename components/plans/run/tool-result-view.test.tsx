import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicToolResult } from '#lib/runs/model/tool-result.ts'
import { ToolResultView } from './tool-result-view.tsx'

const RESULT: PublicToolResult = {
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

test('a dry run never claims that something was done', () => {
  const renderedText = (result: PublicToolResult) =>
    renderToStaticMarkup(<ToolResultView result={result} />).replaceAll(/<[^>]*>/g, '')

  expect(renderedText(RESULT)).toContain('Created Notes/A.md')
  expect(renderedText({ ...RESULT, dryRun: true })).toContain('Would create Notes/A.md')
  expect(renderedText({ ...RESULT, dryRun: true })).not.toContain('Created')
})
