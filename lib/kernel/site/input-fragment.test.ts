import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import {
  readInputFragment,
  readSharedFragment,
  withInputFragment,
  withSharedFragment,
} from './input-fragment.ts'

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

test('an address carries the link of a shared run, whose input is too large for it', () => {
  const url = new URL(withSharedFragment('/press/tools/greet', 'gs_aB-9_x'), 'https://x.example')

  expect(readSharedFragment(url.hash)).toBe('gs_aB-9_x')
  expect(readInputFragment(url.hash)).toBeUndefined()
  expect(readSharedFragment('#shared=../secrets')).toBeUndefined()
  expect(readSharedFragment('#input=1')).toBeUndefined()
})

test.each(['', '#versions', '#input=%', '#input={', `#input=${'1'.repeat(70_000)}`])(
  'ignores %.20s',
  (fragment) => {
    expect(readInputFragment(fragment)).toBeUndefined()
  },
)
