import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RunningNote } from './output-states.tsx'

test.each([
  [undefined, 'Waiting to start…'],
  [{ running: 0, waiting: 0 }, 'Waiting to start…'],
  [{ running: 1, waiting: 0 }, 'Waiting: 1 long run of your organisation is running, and this one is next.'],
  [
    { running: 2, waiting: 3 },
    'Waiting: 2 long runs of your organisation are running, and 3 were queued before this one.',
  ],
])('a queued run with %j before it is shown as “%s”', (before, note) => {
  const run = { state: 'queued' as const, ...(before && { before }) }

  expect(renderToStaticMarkup(<RunningNote run={run} />)).toContain(note)
})
