import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { readInputFragment, withInputFragment } from './input-fragment.ts'

test.each<Json>([{ text: 'a & b # c' }, { list: [1, null, 'ü', '\u0000'] }, 'text'])(
  'carries %j',
  (input) => {
    const url = withInputFragment('/press/tools/greet', input)

    expect(url).toMatch(/^\/press\/tools\/greet#input=[^#&\s]*$/)
    expect(readInputFragment(new URL(url, 'https://x.example').hash)).toEqual(input)
  },
)

test('leaves a large input out', () => {
  expect(withInputFragment('/a', 'x'.repeat(70_000))).toBe('/a')
})

test.each(['', '#versions', '#input=%', '#input={', `#input=${'1'.repeat(70_000)}`])(
  'ignores %.20s',
  (fragment) => {
    expect(readInputFragment(fragment)).toBeUndefined()
  },
)
