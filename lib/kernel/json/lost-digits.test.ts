import { expect, test } from 'vitest'
import { cpuMsOf } from '../../testing/measure-cpu.ts'
import { readExactNumber } from './exact-number.ts'
import { lostDigits, MAX_LOST } from './lost-digits.ts'
import { readJson } from './read-json.ts'

// biome-ignore format: table
test.each<[sentence: string, text: string, paths: string[]]>([
  ['a number past 2^53 that was rounded',        '{"a":9007199254740993}',                ['/a']],
  ['one deep inside',                            '{"a":[{"b/c":-12345678901234567890}]}', ['/a/0/b~1c']],
  ['the whole text',                             '12345678901234567890',                  ['']],
  ['several',                                    '[9007199254740993,1,9007199254740995]', ['/0', '/2']],
  ['not an exact one',                       '{"a":10000000000000000,"b":9007199254740991}', []],
  ['one after text that looks like one',         '{"9007199254740993":"[1,\\\\",",\\"":9007199254740993}', ['/,"']],
  ['one after what was closed',                  '{"a":{"b":[1,{}]},"c":[[],9007199254740993]}', ['/c/1']],
  ['a whole number that is infinite',            `[${'9'.repeat(400)}]`,                  ['/0']],
  ['not a text of digits',                       '{"a":"9007199254740993"}',              []],
  ['not a fraction, which every reader rounds',  '{"a":0.12345678901234567890}',          []],
  ['not a number written with its exponent',     '{"a":1e300}',                           []],
  ['not invalid JSON',                        '{"a":9007199254740993',                 []],
  ['nor under a name that objects inherit',      '{"__proto__":{"a":9007199254740993}}',  ['/__proto__/a']],
])('digits are lost in %s', (_, text, paths) => {
  expect(lostDigits(text).map(({ path }) => path)).toEqual(paths)
})

test('with a path, only lost digits below it are reported, and their paths are relative to it', () => {
  const text = '{"args":{"n":9007199254740993},"argsome":9007199254740993}'

  expect(lostDigits(text, '/args').map(({ path }) => path)).toEqual(['/n'])
})

test('a text with more lost digits than are listed reports one for every value, so that none stays hidden', () => {
  const text = `{"note":[${'9007199254740993,'.repeat(MAX_LOST)}9007199254740993],"args":{"n":1}}`

  expect(lostDigits(text)).toHaveLength(MAX_LOST + 1)
  expect(lostDigits(text, '/args')).toMatchObject([{ path: '', keyword: 'exact' }])
})

test('long names are not repeated for each number below them', () => {
  const text = `{"${'k'.repeat(60_000)}":[${'9007199254740993,'.repeat(99)}1]}`

  expect(lostDigits(text)).toMatchObject([{ path: expect.any(String) }, { params: { concernsAll: true } }])
})

const SIZE = 9_500_000
const fill = (part: string) => part.repeat(SIZE / part.length)

// Parsing with a reviver and a map of all paths took 8 to 12 seconds for each of these.
test.each([
  ['numbers that lose digits', `[${fill('12345678901234567890,')}1]`],
  [
    'keys',
    `{${Array.from({ length: 240_000 }, (_, n) => `"some-quite-long-key-${n}":1234567890123456`).join(',')}}`,
  ],
  ['brackets', fill('[')],
  ['brackets that close again', `[${fill('[],')}12345678901234567890]`],
  ['digits', `[${fill('9')}]`],
  ['zeros before a digit', `[1${fill('0')}1]`],
  ['backslashes', `["${fill('\\\\')}"]`],
])('9.5 MB of %s are read in one pass', (_, text) => {
  // The slowest of these takes one second.
  expect(cpuMsOf(() => lostDigits(text))).toBeLessThan(5_000)
})

test('text nested deeper than a thousand levels is refused before it is parsed', () => {
  const text = `{"a":"[[[",\n"b":${fill('[')}`

  const { fault } = readJson(text)

  expect(fault).toMatchObject({ line: 2, column: 5 + 999, message: expect.stringContaining('nested deeper') })
  expect(cpuMsOf(() => readJson(text))).toBeLessThan(1_000)
})

test('text with more values than an input can have is refused before it is parsed', () => {
  const list = (count: number) => `[${'0,'.repeat(count)}0]`

  expect(readJson(list(600_000)).fault).toBeUndefined()
  expect(readJson(list(600_001)).fault).toMatchObject({ line: 1, message: 'more than 600,000 values' })
  expect(cpuMsOf(() => readJson(`[${fill('[],')}1]`))).toBeLessThan(1_000)
})

test('text with more different names of properties than JSON.parse reads quickly is refused before it is parsed', () => {
  const object = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"name_${at}": {"a\\"b": ":"}`).join(',')}}`
  const rows = `[${'{"first": 1, "second": ["a:b"]},'.repeat(100_000)}0]`

  expect(readJson(object(49_990)).fault).toBeUndefined()
  expect(readJson(object(50_001)).fault).toMatchObject({
    message: 'more than 50,000 different names of properties',
  })
  expect(readJson(rows).fault).toBeUndefined()
  expect(cpuMsOf(() => readJson(object(500_000)))).toBeLessThan(2_000)
})

test('a long number in a text is read in time that grows with its length only', () => {
  const text = `1${'0'.repeat(1_000_000)}1`

  expect(readExactNumber(text)).toBeUndefined()
  expect(cpuMsOf(() => readExactNumber(text))).toBeLessThan(5_000)
})
