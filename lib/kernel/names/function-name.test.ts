import { expect, test } from 'vitest'
import { functionName, functionNames } from './function-name.ts'

const long = `publisher.${'s'.repeat(40)}.${'k'.repeat(40)}`

test('a name keeps its words, up to 64 characters', () => {
  expect(functionName('guildhall.text_tools.text_statistics')).toBe('guildhall__text_tools__text_statistics')
  expect(functionName(long)).toMatch(/^publisher__s{40}__k{2}_[0-9a-f]{8}$/)
  expect(functionName(long)).toHaveLength(64)
})

test('every skill of an export has a unique name, and can be found by it', () => {
  const names = ['a.b__c.d', 'a.b.c__d', 'a.b.c', long, `${long}x`, 'a.b.c']

  const skills = functionNames(names)

  expect([...skills.values()]).toEqual([...new Set(names)])
  expect([...skills.keys()].every((name) => /^[a-zA-Z0-9_]{1,64}$/.test(name))).toBe(true)
})
