import { expect, test } from 'vitest'
import { rawToolCalls } from './mcp-server.ts'

const read = (text: string) => rawToolCalls(text, JSON.parse(text), (tool) => tool === 'a__b__c')
const call = (id: number, name: string, args: string) =>
  `{"id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`

test('arguments are preserved as sent, whatever their keys', () => {
  const args = read(call(1, 'a__b__c', '{"__proto__":{"x":1}}')).get(1)?.arguments

  expect(Object.keys(args!)).toEqual(['__proto__'])
})

test('rounded numbers are reported at their path in the skill’s input', () => {
  const all = read(
    `[${call(1, 'a__b__c', '{"n":9007199254740993}')},${call(2, 'execute_skill', '{"args":{"n":9007199254740993}}')}]`,
  )

  expect([...all.values()].map(({ lost }) => lost.map(({ path }) => path))).toEqual([['/n'], ['/n']])
})

test('parameters outside of the skill’s input may be any number', () => {
  expect(read(call(1, 'execute_skill', '{"args":{},"n":9007199254740993}')).get(1)?.lost).toEqual([])
})

test.each(['{}', '[]', '"x"', '[1,null]', '{"method":"tools/call"}', '{"method":"tools/list","params":{}}'])(
  '%s is not a call',
  (text) => expect(read(text).size).toBe(0),
)
