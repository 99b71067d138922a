import { expect, test } from 'vitest'
import { limitTasks, MAX_TASKS } from './namespaces.ts'

const limited = ['/usr/bin/prlimit', `--nproc=${MAX_TASKS}`, '--']

test.each(['5.14.0', '5.15.0-97-generic', '6.1.0', '10.0.1'])(
  'Linux %s counts tasks by namespace, so they are limited',
  (release) => {
    expect(limitTasks('/usr/bin/prlimit', release)).toEqual(limited)
  },
)

test.each(['5.13.19', '4.19.0-26-amd64', 'unknown'])(
  'Linux %s counts those of the whole host, so they are not limited',
  (release) => {
    expect(limitTasks('/usr/bin/prlimit', release)).toEqual([])
  },
)

test('without prlimit there is no limit', () => {
  expect(limitTasks(undefined, '6.1.0')).toEqual([])
})
