import { expect, test } from 'vitest'
import { sentCalls } from './sent-calls.ts'

const read = (text: string) => sentCalls(text, JSON.parse(text), (tool) => tool === 'a__b__c')
const call = (id: number, name: string, args: string) =>
  `{"id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`

test('arguments are kept as they were sent, whatever their keys', () => {
  const args = read(call(1, 'a__b__c', '{"__proto__":{"x":1}}')).get(1)?.arguments

  expect(Object.keys(args!)).toEqual(['__proto__'])
})

test('rounded numbers are told at their place in what the skill gets', () => {
  const all = read(
    `[${call(1, 'a__b__c', '{"n":9007199254740993}')},${call(2, 'execute_skill', '{"args":{"n":9007199254740993}}')}]`,
  )

  expect([...all.values()].map(({ lost }) => lost.map(({ path }) => path))).toEqual([['/n'], ['/n']])
})

test('what is not of the skill may have any number', () => {
  expect(read(call(1, 'execute_skill', '{"args":{},"n":9007199254740993}')).get(1)?.lost).toEqual([])
})

test.each(['{}', '[]', '"x"', '[1,null]', '{"method":"tools/call"}', '{"method":"tools/list","params":{}}'])(
  '%s is no call',
  (text) => expect(read(text).size).toBe(0),
)
