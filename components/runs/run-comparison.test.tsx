import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ComparedRun } from '#lib/runs/views/compare-runs.ts'
import { RunComparisonView } from './run-comparison.tsx'

const run = (skillName: string, skillTitle: string): ComparedRun => ({
  id: `run_${skillName}`,
  skillName,
  skillTitle,
  versionNumber: '1.0.0',
  mode: 'production',
  channel: 'form',
  state: 'succeeded',
  userName: 'Ada',
  createdAtMs: 0,
  input: {},
  output: {},
})

test('comparing runs of two skills says so', () => {
  const [before, after] = [run('a.b.count', 'Count'), run('a.b.sort', 'Sort')]

  expect(renderToStaticMarkup(<RunComparisonView before={before} after={after} />)).toContain(
    'runs of two skills, Count and Sort',
  )
})

test('comparing two runs of one skill needs no such note', () => {
  const one = run('a.b.count', 'Count')

  expect(renderToStaticMarkup(<RunComparisonView before={one} after={one} />)).not.toContain('two skills')
})
