import { expect, test } from 'vitest'
import { lostDigits } from './lost-digits.ts'

// biome-ignore format: a table reads in rows
test.each<[sentence: string, text: string, paths: string[]]>([
  ['a number past 2^53 that was rounded',        '{"a":9007199254740993}',                ['/a']],
  ['one deep inside',                            '{"a":[{"b/c":-12345678901234567890}]}', ['/a/0/b~1c']],
  ['the whole text',                             '12345678901234567890',                  ['']],
  ['several',                                    '[9007199254740993,1,9007199254740995]', ['/0', '/2']],
  ['not one that is kept',                       '{"a":10000000000000000,"b":9007199254740991}', []],
  ['not a text of digits',                       '{"a":"9007199254740993"}',              []],
  ['not a fraction, which every reader rounds',  '{"a":0.12345678901234567890}',          []],
  ['not a number written with its exponent',     '{"a":1e300}',                           []],
  ['not what is no JSON',                        '{"a":9007199254740993',                 []],
  ['nor under a name that objects inherit',      '{"__proto__":{"a":9007199254740993}}',  ['/__proto__/a']],
])('digits are lost in %s', (_, text, paths) => {
  expect(lostDigits(text).map(({ path }) => path)).toEqual(paths)
})

test('only what stands below a place is told, as it is called there', () => {
  const text = '{"args":{"n":9007199254740993},"argsome":9007199254740993}'

  expect(lostDigits(text, '/args').map(({ path }) => path)).toEqual(['/n'])
})
