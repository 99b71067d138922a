import { expect, test } from 'vitest'
import { parseModule, readPlainJavaScript } from './plain-javascript.ts'
import { stripTypes, TOO_DEEP } from './strip-types.ts'

test.each([
  'const handler = async ({ parameters }) => parameters.map((x) => x < 1 ? (x) : y => y)',
  'for (let i = 0; i < n; i++) if (i > 3 && n > i) log(`i`)',
  'const a = b < c; const d = (e) => (e >> 1)',
])('`%s` is plain JavaScript and stays unchanged', (source) => {
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

test('code with types or a syntax error is not plain JavaScript', () => {
  expect(readPlainJavaScript('const n: number = 1')).toBeUndefined()
  expect(readPlainJavaScript('const')).toBeUndefined()
})

const many = (count: number, line: (name: string) => string) =>
  Array.from({ length: count }, (_, index) => line(`a${index}`)).join('')

// acorn alone takes 5 to 20 seconds for each of these.
// biome-ignore format: table
test.each([
  ['variables',       many(30_000, (name) => `let ${name};`)],
  ['functions',       many(20_000, (name) => `function ${name}(){}`)],
  ['capture groups',  `/${many(20_000, (name) => `(?<${name}>x)`)}/`],
])('thousands of %s are read in linear time', (_, source) => {
  const began = process.cpuUsage()
  try {
    parseModule(source)
  } catch {
    // V8 may reject so many groups, which is a valid outcome.
  }

  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
})

// biome-ignore format: table
test.each([
  ['let a; let a',                       "Identifier 'a' has already been declared (1:11)"],
  ['try {} catch ({ a }) { var a }',     "Identifier 'a' has already been declared (1:27)"],
  ['{ function a() {} let a }',          "Identifier 'a' has already been declared (1:22)"],
  ['export { nobody }',                  "Export 'nobody' is not defined (1:9)"],
  ['x = /(?<a>x)(?<a>y)/',               'Invalid regular expression: /(?<a>x)(?<a>y)/: Duplicate capture group name (1:5)'],
])('a module with %s is refused', (source, message) => {
  expect(() => parseModule(source)).toThrow(message)
})

test('the error for a long refused expression does not quote it all', () => {
  expect(() => parseModule(`/${'x'.repeat(5_000)}(/`)).toThrow(/^Invalid regular expression: \/…\//)
})

test.each(['try {} catch (a) { var a }', 'var a; var a', 'x = /(?<a>x)|(?<a>y)/v'])(
  '`%s` is a valid module',
  (source) => {
    expect(parseModule(source).body).not.toHaveLength(0)
  },
)

test('stripping types that would take hours is given up', () => {
  expect(stripTypes(`const x = ${'a ? (b) : c => d ? '.repeat(40)}1`).fault?.message).toBe(TOO_DEEP)
  expect(stripTypes('const n: number = 1').code).toBe('const n         = 1')
})
