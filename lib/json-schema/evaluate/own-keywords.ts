/** Ajv calls methods of values, so an item {"valueOf": 1} makes it throw, and its uniqueItems is quadratic. */

import type { ErrorObject } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isMultipleOf, isRounded } from '../../kernel/json/exact-number.ts'
import { isSameJson, type Json, sameText } from '../../kernel/json/json.ts'
import { countLook } from '../limits/effort.ts'

/** Adds `enum` and `const` under other names, beside Ajv's own. */
export function addFastKeywords(ajv: Ajv2020): void {
  for (const keyword of ['uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'exactEnum', schemaType: 'array', compile: oneOfValues })
  ajv.addKeyword({ keyword: 'exactConst', compile: exactly })
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: withoutRepetition })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: multipleOf })
  ajv.addKeyword({ keyword: 'work', validate: countLook, errors: false })
}

type Check = { (value: Json): boolean; errors?: Partial<ErrorObject>[] }

export function addKeywords(ajv: Ajv2020): void {
  for (const keyword of ['enum', 'const', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', compile: oneOfValues })
  ajv.addKeyword({ keyword: 'const', compile: exactly })
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: withoutRepetition })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: multipleOf })
  // Above 2^53-1 a number has already been rounded.
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
    const firstIndexes = new Map<string, number>()
    for (const [i, item] of isAsked ? items.entries() : []) {
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

const known = new WeakMap<Json[], (value: Json) => boolean>()

/** The list must not be changed afterwards. */
export function amongThese(values: Json[]): (value: Json) => boolean {
  const found = known.get(values) ?? makeQuestion(values)
  known.set(values, found)
  return found
}

function makeQuestion(values: Json[]): (value: Json) => boolean {
  const plain = new Set(values.filter(isPlain))
  const texts = new Set(values.filter((each) => !isPlain(each)).map(sameText))
  return (value) => (isPlain(value) ? plain.has(value) : texts.size > 0 && texts.has(sameText(value)))
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object' || value === null
}
