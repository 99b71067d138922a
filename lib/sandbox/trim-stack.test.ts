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

test('of a Python traceback the skill’s own frames stay, with their lines', () => {
  const stack = [
    'Traceback (most recent call last):',
    '  File "<exec>", line 20, in call_main',
    '    result = main(args)',
    '  File "main.py", line 4, in check',
    '    raise TooBig(n)',
    '    ^^^^^^^^^^^^^^^',
    'TooBig: 7',
  ].join('\n')

  expect(trimStack({ name: 'TooBig', message: '7', stack })).toBe(
    [
      'Traceback (most recent call last):',
      '  File "main.py", line 4, in check',
      '    raise TooBig(n)',
      '    ^^^^^^^^^^^^^^^',
      'TooBig: 7',
    ].join('\n'),
  )
})

test('of a Python traceback without a frame of the skill only what was raised stays', () => {
  const stack = 'Traceback (most recent call last):\n  File "/lib/x.py", line 1, in x\nValueError: no'

  expect(trimStack({ name: 'ValueError', message: 'no', stack })).toBe('ValueError: no')
})
