import { expect, test } from 'vitest'
import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { formContract } from '../validation/form-contract.ts'
import { BLANK, type FormValue, toJsonValue } from '../values/form-value.ts'
import { shownIssues } from './shown-issues.ts'

const text = { type: 'string' }

function issuesOf(schema: JsonSchema, value: FormValue): string[] {
  const { issues } = prepareInput(schema, toJsonValue(value) ?? {})
  return shownIssues(formContract(schema), value, issues).map(({ path, message }) => `${path} ${message}`)
}

test('a form lists its errors in the order of the fields, whatever the order of the rules', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['c', 'a'],
    properties: {
      a: text,
      b: { type: 'object', required: ['d', 'e'], properties: { e: text, d: text } },
      c: text,
    },
  }

  expect(issuesOf(schema, { b: {} })).toEqual([
    '/a is required',
    '/b/e is required',
    '/b/d is required',
    '/c is required',
  ])
})

test('an error in a list of a form is at its row, although empty rows before it are not sent', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { zones: { type: 'array', items: { type: 'string', minLength: 3 } } },
  }

  expect(issuesOf(schema, { zones: [BLANK, 'Europe/Vienna', BLANK, 'x'] })).toEqual([
    expect.stringContaining('/zones/3 '),
  ])
})

test('a required list of a form with an empty row has its error in that row', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['zones'],
    properties: { zones: { type: 'array', items: text } },
  }

  expect(issuesOf(schema, { zones: [BLANK] })).toEqual(['/zones/0 is required'])
})

test('an error of a form does not repeat which kind the person has chosen', () => {
  const schema: JsonSchema = {
    type: 'object',
    oneOf: [
      { properties: { kind: { const: 'person' }, name: text }, required: ['kind', 'name'] },
      { properties: { kind: { const: 'firm' }, number: text }, required: ['kind', 'number'] },
    ],
  }

  expect(issuesOf(schema, { kind: 'person' })).toEqual(['/name is required'])
})
