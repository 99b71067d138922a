import { expect, test } from 'vitest'
import { parseRunRequest } from './parse-run-request.ts'

const NAME = 'acme.mail.send'

test('arguments are taken as they were sent, or not at all', () => {
  expect(parseRunRequest({ name: NAME, args: { to: ['a', 1] } }).args).toEqual({ to: ['a', 1] })
  expect(parseRunRequest({ name: NAME }).args).toBeUndefined()
})

test('one object in two places, each of those in two others, is refused before anything walks it', () => {
  let args: object = {}
  for (let level = 0; level < 60; level++) args = { a: args, b: args }

  expect(() => parseRunRequest({ name: NAME, args })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  )
})
