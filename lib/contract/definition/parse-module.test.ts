import { expect, test } from 'vitest'
import { parseModule } from './parse-module.ts'
import { stripTypes, TOO_DEEP } from './strip-types.ts'

const many = (count: number, line: (name: string) => string) =>
  Array.from({ length: count }, (_, index) => line(`a${index}`)).join('')

// acorn alone takes 5 to 20 seconds for each.
// biome-ignore format: a table reads in rows
test.each([
  ['variables',       many(30_000, (name) => `let ${name};`)],
  ['functions',       many(20_000, (name) => `function ${name}(){}`)],
  ['capture groups',  `/${many(20_000, (name) => `(?<${name}>x)`)}/`],
])('%s by the thousand are read in time that grows with their number', (_, source) => {
  const began = process.cpuUsage()
  try {
    parseModule(source)
  } catch {
    // Too many groups for V8: that is an answer too.
  }

  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
})

// biome-ignore format: a table reads in rows
test.each([
  ['let a; let a',                       "Identifier 'a' has already been declared (1:11)"],
  ['try {} catch ({ a }) { var a }',     "Identifier 'a' has already been declared (1:27)"],
  ['{ function a() {} let a }',          "Identifier 'a' has already been declared (1:22)"],
  ['export { nobody }',                  "Export 'nobody' is not defined (1:9)"],
  ['x = /(?<a>x)(?<a>y)/',               'Invalid regular expression: /(?<a>x)(?<a>y)/: Duplicate capture group name (1:5)'],
])('%s is still no module', (source, message) => {
  expect(() => parseModule(source)).toThrow(message)
})

test('an expression that is refused is not quoted at length', () => {
  expect(() => parseModule(`/${'x'.repeat(5_000)}(/`)).toThrow(/^Invalid regular expression: \/…\//)
})

test.each(['try {} catch (a) { var a }', 'var a; var a', 'x = /(?<a>x)|(?<a>y)/v'])('%s is one', (source) => {
  expect(parseModule(source).body).not.toHaveLength(0)
})

test('types that would take hours are given up', () => {
  expect(stripTypes(`const x = ${'a ? (b) : c => d ? '.repeat(40)}1`).fault?.message).toBe(TOO_DEEP)
  expect(stripTypes('const n: number = 1').code).toBe('const n         = 1')
})
