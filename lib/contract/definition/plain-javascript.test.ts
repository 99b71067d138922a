import { expect, test } from 'vitest'
import { readPlainJavaScript } from './plain-javascript.ts'
import { stripTypes } from './strip-types.ts'

test.each([
  'const handler = async ({ parameters }) => parameters.map((x) => x < 1 ? (x) : y => y)',
  'for (let i = 0; i < n; i++) if (i > 3 && n > i) log(`i`)',
  'const a = b < c; const d = (e) => (e >> 1)',
])('`%s` is JavaScript, and stays so without types', (source) => {
  expect(readPlainJavaScript(source)?.body).not.toHaveLength(0)
  expect(stripTypes(source).code).toBe(source)
})

test.each([
  'f<T>(x)',
  'f<"a" | B>(x)',
  'g(f<A, B>(x))',
  'new F<T>(x)',
  'a?.b<T>(x).c',
  'f<A<B>>(x)',
  'f<A<B<C>>>(x)',
  'f<(T)>(x)',
  'f<T>/* so */(x)',
  'f<T>`x`',
  'f<T>\nx',
  'f<typeof a.b>\n[x]',
])('`%s` is two comparisons to JavaScript, so its types are looked for', (source) => {
  expect(readPlainJavaScript(source)).toBeUndefined()
  expect(stripTypes(source).code).not.toBe(source)
})

test('what has types or a fault is not JavaScript', () => {
  expect(readPlainJavaScript('const n: number = 1')).toBeUndefined()
  expect(readPlainJavaScript('const')).toBeUndefined()
})
