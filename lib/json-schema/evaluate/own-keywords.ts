/**
 * Replacements for keywords of Ajv, and the keywords that `compiled-schema.ts` adds. Ajv's own `enum`, `const` and
 * `uniqueItems` call methods of values, so that an item {"valueOf": 1} makes them throw, and `uniqueItems` is quadratic.
 */

import type { ErrorObject } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isMultipleOf, isRounded } from '../../kernel/json/exact-number.ts'
import { isSameJson, type Json, sameText } from '../../kernel/json/json.ts'
import { spendWorkOf } from '../limits/work-budget.ts'

type Check = { (value: Json): boolean; errors?: Partial<ErrorObject>[] }

export function addKeywords(ajv: Ajv2020): void {
  for (const keyword of ['enum', 'const', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', compile: checkEnum })
  ajv.addKeyword({ keyword: 'const', compile: checkConst })
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: checkUniqueItems })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: checkMultipleOf })
  // Above 2^53-1 a number has already been rounded.
  ajv.addKeyword({
    keyword: 'safeInteger',
    type: 'number',
    validate: (_: unknown, value: number) => !isRounded(value),
    errors: false,
  })
  ajv.addKeyword({ keyword: 'work', validate: spendWorkOf, errors: false })
}

function checkEnum(allowedValues: Json[], parentSchema: object): Check {
  const check: Check = (value) => {
    if (isAmong(allowedValues, value)) return true
    check.errors = [{ keyword: 'enum', parentSchema, params: { allowedValues } }]
    return false
  }
  return check
}

function checkConst(allowedValue: Json, parentSchema: object): Check {
  const check: Check = (value) => {
    if (isSameJson(value, allowedValue)) return true
    check.errors = [{ keyword: 'const', parentSchema, params: { allowedValue } }]
    return false
  }
  return check
}

function checkMultipleOf(step: number, parentSchema: object): Check {
  const check: Check = (value) => {
    if (isMultipleOf(value as number, step)) return true
    check.errors = [{ keyword: 'multipleOf', parentSchema, params: { multipleOf: step } }]
    return false
  }
  return check
}

function checkUniqueItems(isUnique: boolean, parentSchema: object): Check {
  const check = ((items: Json[]) => {
    const firstIndexes = new Map<string, number>()
    for (const [i, item] of isUnique ? items.entries() : []) {
      const text = sameText(item)
      const j = firstIndexes.get(text)
      if (j !== undefined) {
        check.errors = [{ keyword: 'uniqueItems', parentSchema, params: { i, j } }]
        return false
      }
      firstIndexes.set(text, i)
    }
    return true
  }) as Check
  return check
}

type MembershipTest = (value: Json) => boolean

const membershipTests = new WeakMap<Json[], MembershipTest>()

/** Takes constant time. The list must not be changed afterwards, because the test for it is cached. */
export function isAmong(values: Json[], value: Json): boolean {
  const test = membershipTests.get(values) ?? newMembershipTest(values)
  membershipTests.set(values, test)
  return test(value)
}

function newMembershipTest(values: Json[]): MembershipTest {
  const scalars = new Set(values.filter(isScalar))
  const texts = new Set(values.filter((each) => !isScalar(each)).map(sameText))
  return (value) => (isScalar(value) ? scalars.has(value) : texts.size > 0 && texts.has(sameText(value)))
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null
}
