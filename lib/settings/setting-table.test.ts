import { expect, test } from 'vitest'
import { SETTINGS } from './setting-table.ts'

test.each([
  ['2001:db8::0001', '2001:db8::1'],
  ['[2001:DB8:0::1]', '2001:db8::1'],
  ['0x7f.1', '127.0.0.1'],
  ['1.2.3', '1.2.0.3'],
  ['2130706433', '127.0.0.1'],
  ['*.Tracker.example.', 'tracker.example'],
])('the denied host %s is read as requests spell it, %s', (typed, read) => {
  expect(SETTINGS.deniedHosts.schema.parse(typed)).toEqual([read])
})

test.each(['1.2.3.999', '[tracker.example', 'tracker.example:80', 'tracker.example/path'])(
  'the denied host %s is refused',
  (typed) => {
    expect(SETTINGS.deniedHosts.schema.safeParse(typed).success).toBe(false)
  },
)
