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

test('two pages may follow it; it is left when both have gone', () => {
  const { runs } = tab()
  runs.add(run('a'))
  const [first, second] = [runs.attend('a'), runs.attend('a')]

  first()
  expect(runs.next()).toBeUndefined()
  second()
  expect(runs.next()).toEqual(run('a'))
})

test('they are watched one after another, oldest first', () => {
  const { runs } = tab()
  for (const id of ['a', 'b', 'b']) runs.add(run(id))

  expect(runs.next()?.id).toBe('a')
  runs.forget('a')
  expect(runs.next()?.id).toBe('b')
  runs.forget('b')
  expect(runs.next()).toBeUndefined()
})

test('they outlive a reload, and have an end', () => {
  const { runs, reload } = tab()
  for (let n = 0; n < MAX_OPEN_RUNS + 3; n++) runs.add(run(`run ${n}`))

  expect(reload().next()?.id).toBe('run 3')
})

test('listeners receive every change', () => {
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

test.each(['{', '7', '[{"id":1}]', '[null]'])('nonsense on the shelf is nothing: %s', (text) => {
  expect(tab(text).runs.next()).toBeUndefined()
})
