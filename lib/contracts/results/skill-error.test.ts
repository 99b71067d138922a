import { expect, test } from 'vitest'
import { errorFromEnvelope, skillError } from './skill-error.ts'

test.each([
  ['city', '/city'],
  ['/lines/0/price', '/lines/0/price'],
  ['a/b', '/a~1b'],
])('an error of a skill about the field “%s” has a detail at %s', (field, path) => {
  expect(skillError({ code: 'NOT_FOUND', message: 'No such city.', field })).toMatchObject({
    code: 'NOT_FOUND',
    details: [{ path, message: 'No such city.' }],
  })
})

test.each([undefined, '', 7, ['city']])('an error of a skill about the field %j has no detail', (field) => {
  expect(skillError({ message: 'No.', field }).details).toBeUndefined()
})

test('each error of a failed result has the field that it names', () => {
  const errors = [
    { message: 'No such city.', field: 'city' },
    { message: 'Too late.', field: 'month' },
  ]

  expect(errorFromEnvelope({ status: 'failed', errors }).details).toEqual([
    { path: '/city', keyword: 'field', message: 'No such city.' },
    expect.objectContaining({ path: '/month', message: 'Too late.' }),
  ])
})
