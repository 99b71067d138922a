import { describe, expect, test } from 'vitest'
import { parseTypedInput } from './parse-typed-input.ts'

describe('JSON that is typed or pasted', () => {
  test('becomes the value it represents', () => {
    expect(parseTypedInput('{"a": 1}')).toEqual({ value: { a: 1 } })
  })

  // biome-ignore format: table
  test.each([
    ['{"a": ',                     'Line 1'],
    ['{"a": 12345678901234567890}', '12345678901234567890 is too large'],
    ['[1e999]',                    '1e999 is too large'],
  ])('%s is not taken', (text, reason) => {
    expect(parseTypedInput(text).error).toContain(reason)
  })

  test.each(['9007199254740991', '0.1', '1e3', '-0', '3.141592653589793238'])('%s is a number', (text) => {
    expect(parseTypedInput(text).value).toBe(JSON.parse(text))
  })
})

describe('a curl command', () => {
  // biome-ignore format: table
  test.each<[string, string, unknown]>([
    ['-d',                    `curl https://x.example -d '{"a": 1}'`,                                   { a: 1 }],
    ['--data-raw',            `curl 'https://x.example' -H 'content-type: application/json' --data-raw '{"a":"@b"}'`, { a: '@b' }],
    ['--json',                `curl --json '{"a": 1}' https://x.example`,                               { a: 1 }],
    ['an equals sign',        `curl --data='{"a": 1}' x`,                                               { a: 1 }],
    ['a glued argument',      `curl -d'{"a": 1}' x`,                                                    { a: 1 }],
    ['double quotes',         `curl -d "{\\"a\\": \\"b c\\"}" x`,                                       { a: 'b c' }],
    ['a quote in a quote',    `curl -d '{"a": "it'\\''s"}' x`,                                          { a: "it's" }],
    ['quotes of bash',        `curl --data-raw $'{"a": "it\\'s\\u0021"}' x`,                            { a: "it's!" }],
    ['several lines',         `curl -X POST \\\n  -H "A: b" \\\n  -d '{"a":\n1}' \\\n  https://x.example`, { a: 1 }],
    ['a prompt before it',    `$ curl -d '[1]' x`,                                                      [1]],
    ['a call of ours inside', `curl -d '{"jsonrpc":"2.0","id":1,"method":"execute_skill","params":{"name":"x","args":{"a":1}}}' x`, { a: 1 }],
  ])('with %s', (_, command, value) => {
    expect(parseTypedInput(command)).toEqual({ value, text: JSON.stringify(value, null, 2) })
  })

  // biome-ignore format: table
  test.each([
    ['a file',          `curl -d @body.json x`,      'reads a file (@body.json)'],
    ['a file as JSON',  `curl --json @- x`,          'reads a file'],
    ['a form',          `curl -F 'a=b' x`,           'sends a form'],
    ['no data',         `curl https://x.example`,    'sends no data'],
    ['other data',      `curl -d 'a=b' x`,           'not JSON'],
    ['half a quote',    `curl -d '{"a":`,            'unclosed'],
  ])('with %s is refused in a sentence', (_, command, reason) => {
    expect(parseTypedInput(command).error).toContain(reason)
  })
})
