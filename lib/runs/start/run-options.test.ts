import { expect, test } from 'vitest'
import { parseFormRun } from './run-options.ts'

const NAME = 'acme.mail.send'

test('arguments of a form are taken as they were sent, or refused', () => {
  expect(parseFormRun({ name: NAME, args: { to: ['a', 1] } }).args).toEqual({ to: ['a', 1] })
  expect(parseFormRun({ name: NAME }).args).toBeUndefined()
})

test('an object shared twice in two others is refused before it is traversed', () => {
  let args: object = {}
  for (let level = 0; level < 60; level++) args = { a: args, b: args }

  expect(() => parseFormRun({ name: NAME, args })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
