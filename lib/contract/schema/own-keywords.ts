/**
 * Keywords that Ajv is taught anew, because its own could be made to fail or to take for ever, and two that
 * only we have.
 *
 * Ground, for servers. Ajv compares values by their methods, so an item called {"valueOf": 1} makes it throw;
 * and it compares every item with every other.
 */

import type { ErrorObject } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isMultipleOf, isRounded } from '../json/exact-number.ts'
import type { Json } from '../json/json.ts'
import { isSameJson, sameText } from '../json/json-equality.ts'
import { amongThese } from './among.ts'
import { countLook } from './effort.ts'

/** The same under names of their own, for an Ajv that keeps the keywords it has. */
export function teachFastKeywords(ajv: Ajv2020): void {
  for (const keyword of ['uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'exactEnum', schemaType: 'array', compile: oneOfValues })
  ajv.addKeyword({ keyword: 'exactConst', compile: exactly })
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: withoutRepetition })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: multipleOf })
  ajv.addKeyword({ keyword: 'work', validate: countLook, errors: false })
}

type Check = { (value: Json): boolean; errors?: Partial<ErrorObject>[] }

export function teachKeywords(ajv: Ajv2020): void {
  for (const keyword of ['enum', 'const', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', compile: oneOfValues })
  ajv.addKeyword({ keyword: 'const', compile: exactly })
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: withoutRepetition })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: multipleOf })
  // An integer past 2^53-1 has been rounded before we see it, so it cannot be what was sent.
  ajv.addKeyword({
    keyword: 'safeInteger',
    type: 'number',
    validate: (_: unknown, value: number) => !isRounded(value),
    errors: false,
  })
  ajv.addKeyword({ keyword: 'work', validate: countLook, errors: false })
}

function oneOfValues(allowedValues: Json[], parentSchema: object): Check {
  const isAmong = amongThese(allowedValues)
  const check: Check = (value) => {
    if (isAmong(value)) return true
    check.errors = [{ keyword: 'enum', parentSchema, params: { allowedValues } }]
    return false
  }
  return check
}

function exactly(allowedValue: Json, parentSchema: object): Check {
  const check: Check = (value) => {
    if (isSameJson(value, allowedValue)) return true
    check.errors = [{ keyword: 'const', parentSchema, params: { allowedValue } }]
    return false
  }
  return check
}

function multipleOf(step: number, parentSchema: object): Check {
  const check: Check = (value) => {
    if (isMultipleOf(value as number, step)) return true
    check.errors = [{ keyword: 'multipleOf', parentSchema, params: { multipleOf: step } }]
    return false
  }
  return check
}

function withoutRepetition(isAsked: boolean, parentSchema: object): Check {
  const check = ((items: Json[]) => {
    const places = new Map<string, number>()
    for (const [i, item] of isAsked ? items.entries() : []) {
      const text = sameText(item)
      const j = places.get(text)
      if (j !== undefined) {
        check.errors = [{ keyword: 'uniqueItems', parentSchema, params: { i, j } }]
        return false
      }
      places.set(text, i)
    }
    return true
  }) as Check
  return check
}
