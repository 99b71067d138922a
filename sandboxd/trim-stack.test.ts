import { expect, test } from 'vitest'
import { trimStack } from './trim-stack.ts'

const trimmed = (...frames: string[]) =>
  trimStack({ name: 'TypeError', message: 'no', stack: ['TypeError: no', ...frames].join('\n') })
    .split('\n')
    .slice(1)

test('the publisher’s frames stay, with the built-ins between them; the harness goes', () => {
  const frames = trimmed(
    '    at weigh (definition.js:5:9)',
    '    at Array.map (<anonymous>)',
    '    at definition.js:7:2',
    '    at async handler (definition.js:2:10)',
    '    at async run (harness.js:36:19)',
    '    at new Promise (<anonymous>)',
  )

  expect(frames).toEqual([
    '    at weigh (definition.js:5:9)',
    '    at Array.map (<anonymous>)',
    '    at definition.js:7:2',
    '    at async handler (definition.js:2:10)',
  ])
})

test('what only pretends to be a stack is dropped', () => {
  expect(
    trimmed('    at /etc/passwd:1:1', 'anything\u001b[31m', '    at x (definition.js:1:1) <script>'),
  ).toEqual([])
})

test('a deep stack is cut to twenty frames', () => {
  expect(trimmed(...Array.from({ length: 50 }, () => '    at f (definition.js:1:1)'))).toHaveLength(20)
})
