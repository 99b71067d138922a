import { expect, test } from 'vitest'
import { createOpenRuns, MAX_OPEN_RUNS } from './open-runs.ts'

function tab(text: string | null = null) {
  let storedText = text
  const shelf = { read: () => storedText, write: (next: string) => (storedText = next) }
  return { runs: createOpenRuns(shelf), reload: () => createOpenRuns(shelf) }
}
const run = (id: string) => ({ id, skillName: 'press.tools.greet' })

test('a run that its page follows is not watched from the side; one that was left is', () => {
  const { runs } = tab()
  runs.add(run('a'))
  const leave = runs.attend('a')
  expect(runs.next()).toBeUndefined()

  leave()

  expect(runs.next()).toEqual(run('a'))
})

test('a run that two pages follow is left when both have gone', () => {
  const { runs } = tab()
  runs.add(run('a'))
  const [first, second] = [runs.attend('a'), runs.attend('a')]

  first()
  expect(runs.next()).toBeUndefined()
  second()
  expect(runs.next()).toEqual(run('a'))
})

test('runs that were left are watched one after another, oldest first', () => {
  const { runs } = tab()
  for (const id of ['a', 'b', 'b']) runs.add(run(id))

  expect(runs.next()?.id).toBe('a')
  runs.forget('a')
  expect(runs.next()?.id).toBe('b')
  runs.forget('b')
  expect(runs.next()).toBeUndefined()
})

test('open runs outlive a reload, and their number is limited', () => {
  const { runs, reload } = tab()
  for (let n = 0; n < MAX_OPEN_RUNS + 3; n++) runs.add(run(`run ${n}`))

  expect(reload().next()?.id).toBe('run 3')
})

test('listeners receive every change of the open runs', () => {
  const { runs } = tab()
  let rung = 0
  const stop = runs.subscribe(() => (rung += 1))

  runs.add(run('a'))
  runs.attend('a')()
  runs.forget('a')
  stop()
  runs.add(run('b'))

  expect(rung).toBe(4)
})

test.each(['{', '7', '[{"id":1}]', '[null]'])(
  'stored text that lists no open runs is ignored: %s',
  (text) => {
    expect(tab(text).runs.next()).toBeUndefined()
  },
)
