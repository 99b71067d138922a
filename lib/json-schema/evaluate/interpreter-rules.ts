/** Rules in Ajv's order (`ajv.RULES`). */
import { isMultipleOf, isRounded } from '../../kernel/json/exact-number.ts'
import { isObject, isSameJson, type Json, type JsonObject, sameText } from '../../kernel/json/json.ts'
import { countLook, type Work } from '../limits/effort.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import { ASSERTED_FORMATS, hasFormat } from './formats.ts'
import type { EvaluationFrame } from './interpreter.ts'
import { ARRAY_PARTS, CHOICES, OBJECT_PARTS } from './interpreter-parts.ts'
import { amongThese } from './own-keywords.ts'

export type KeywordRule = [keyword: string, ask: (frame: EvaluationFrame, value: Json) => void]

type Group = { type?: 'number' | 'string' | 'array' | 'object'; rules: KeywordRule[] }

// biome-ignore format: table
export const RULES: Group[] = [
  { rules: [
    ...CHOICES,
    ['enum', (frame, allowedValues) => { if (!amongThese(allowedValues as Json[])(frame.data)) frame.fail('enum', { allowedValues }) }],
    ['const', (frame, allowedValue) => { if (!isSameJson(allowedValue, frame.data)) frame.fail('const', { allowedValue }) }],
    ['work', ({ data }, work) => { countLook(work as Work, data) }],
  ] },
  { type: 'number', rules: [
    ['maximum',          limit('<=', (data, max) => data <= max)],
    ['minimum',          limit('>=', (data, least) => data >= least)],
    ['exclusiveMaximum', limit('<', (data, end) => data < end)],
    ['exclusiveMinimum', limit('>', (data, start) => data > start)],
    ['multipleOf',       (frame, step) => { if (!isMultipleOf(Number(frame.data), Number(step))) frame.fail('multipleOf', { multipleOf: step }) }],
    ['format',           () => {}],
    ['safeInteger',      (frame) => { if (isRounded(Number(frame.data))) frame.fail('safeInteger') }],
  ] },
  { type: 'string', rules: [
    ['maxLength', size('maxLength', (count, max) => count <= max, (data) => [...(data as string)].length)],
    ['minLength', size('minLength', (count, least) => count >= least, (data) => [...(data as string)].length)],
    ['pattern',   (frame, pattern) => { if (!knownRegex(String(pattern)).test(String(frame.data))) frame.fail('pattern', { pattern }) }],
    ['format',    checkFormat],
  ] },
  { type: 'array', rules: [
    ['maxItems', size('maxItems', (count, max) => count <= max, (data) => (data as Json[]).length)],
    ['minItems', size('minItems', (count, least) => count >= least, (data) => (data as Json[]).length)],
    ...ARRAY_PARTS,
    ['uniqueItems', checkUnique],
  ] },
  { type: 'object', rules: [
    ['maxProperties', size('maxProperties', (count, max) => count <= max, (data) => Object.keys(data as JsonObject).length)],
    ['minProperties', size('minProperties', (count, least) => count >= least, (data) => Object.keys(data as JsonObject).length)],
    ['required', checkRequired],
    ...OBJECT_PARTS,
  ] },
]

function limit(comparison: string, isWithin: (data: number, limit: number) => boolean): KeywordRule[1] {
  const keyword = { '<=': 'maximum', '>=': 'minimum', '<': 'exclusiveMaximum', '>': 'exclusiveMinimum' }[
    comparison
  ]
  return (frame, value) => {
    if (!isWithin(Number(frame.data), Number(value)))
      frame.fail(String(keyword), { comparison, limit: value })
  }
}

function size(
  keyword: string,
  isWithin: (count: number, limit: number) => boolean,
  count: (data: Json) => number,
): KeywordRule[1] {
  return (frame, value) => {
    if (!isWithin(count(frame.data), Number(value))) frame.fail(keyword, { limit: value })
  }
}

function checkFormat(frame: EvaluationFrame, format: Json): void {
  const asserted = ASSERTED_FORMATS.find((each) => each === format)
  if (asserted && !hasFormat(asserted, String(frame.data))) frame.fail('format', { format })
}

function checkUnique(frame: EvaluationFrame, isAsked: Json): void {
  const firstIndexes = new Map<string, number>()
  for (const [i, item] of isAsked === true ? (frame.data as Json[]).entries() : []) {
    const text = sameText(item)
    const j = firstIndexes.get(text)
    if (j !== undefined) {
      frame.fail('uniqueItems', { i, j })
      return
    }
    firstIndexes.set(text, i)
  }
}

function checkRequired(frame: EvaluationFrame, names: Json): void {
  for (const name of Array.isArray(names) ? names : []) {
    const isThere = isObject(frame.data) && Object.hasOwn(frame.data, String(name))
    if (!isThere) frame.fail('required', { missingProperty: name })
  }
}
