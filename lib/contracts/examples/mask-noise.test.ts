import { expect, test } from 'vitest'
import { proposeAssertions } from './assertions.ts'
import { maskNoise } from './mask-noise.ts'

test('what varies between two runs of a version is left out of the outputs that are compared', () => {
  const first = { at: 1, total: 5, lines: [{ id: 'a', net: 2 }], tags: ['x', 'y'], pair: [1, 7] }
  const second = { at: 2, total: 5, lines: [{ id: 'b', net: 2 }], tags: ['y', 'x'], pair: [2, 9] }
  const noise = proposeAssertions(first, second)

  expect(maskNoise(first, noise)).toEqual(maskNoise(second, noise))
  expect(maskNoise({ ...second, total: 6 }, noise)).toEqual({
    total: 6,
    lines: [{ net: 2 }],
    tags: ['x', 'y'],
    pair: ['varies', 'varies'],
  })
})

test('an output is left as it is where nothing varies', () => {
  expect(maskNoise({ at: 1, 'a/b': null }, [])).toEqual({ at: 1, 'a/b': null })
})

test('an output that varies as a whole is no difference', () => {
  expect(maskNoise('a', [{ kind: 'ignore', path: '' }])).toBe('varies')
})
