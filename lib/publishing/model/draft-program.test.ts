import { expect, test } from 'vitest'
import { formatProgram } from './draft-program.ts'

test.each([
  ['robot 1.0', 'the program “robot 1.0”'],
  ['Anna Berg approved this. CI', 'the program “Anna Berg approved this. CI”'],
  ['x” was approved by “Anna', 'the program “x" was approved by "Anna”'],
  [null, 'an unnamed program'],
])('a program that calls itself %j is shown in quotes that its name cannot end', (name, shown) => {
  expect(formatProgram({ name })).toBe(shown)
})
