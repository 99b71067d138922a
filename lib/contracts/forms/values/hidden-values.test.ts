// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { formContract } from '../validation/form-contract.ts'
import { changedAt, type FormValue, toJsonValue, type ValuePath } from './form-value.ts'
import { hiddenValues } from './hidden-values.ts'

/** Types values in order, as a form does, and returns what it sends after each. */
function fill(schema: JsonSchema, start: FormValue, ...changes: [ValuePath, FormValue][]) {
  const settle = hiddenValues(formContract(schema))
  let value = start
  return changes.map(([path, next]) => {
    const after = changedAt(value, path, next)
    const edited = path.map((step) => `/${step}`).join('')
    value = settle({ before: value, after, edited, picksAt: () => undefined })
    return toJsonValue(value)
  })
}

const when = (name: string, value: string) => ({ properties: { [name]: { const: value } }, required: [name] })

const address: JsonSchema = {
  type: 'object',
  properties: { country: { enum: ['USA', 'Canada', 'UK'] } },
  allOf: [
    {
      if: when('country', 'USA'),
      then: { properties: { state: { enum: ['Alabama', 'Utah'] } }, required: ['state'] },
    },
    {
      if: when('state', 'Alabama'),
      then: { properties: { orgs: { type: 'string' } }, required: ['orgs'] },
    },
  ],
}

describe('a field that a condition hides', () => {
  test('a field that a condition hides is not sent, nor are the fields that depended on it, and all come back with their values', () => {
    const sent = fill(
      address,
      {},
      [['country'], 'USA'],
      [['state'], 'Alabama'],
      [['orgs'], 'acme'],
      [['country'], 'Canada'],
      [['country'], 'USA'],
    )

    expect(sent.at(-2)).toEqual({ country: 'Canada' })
    expect(sent.at(-1)).toEqual({ country: 'USA', state: 'Alabama', orgs: 'acme' })
  })

  test('a field that a condition hides comes back after several hidden changes, at any depth', () => {
    const sent = fill(
      { type: 'object', properties: { ship: address } },
      { ship: { country: 'USA', state: 'Utah' } },
      [['ship', 'country'], 'UK'],
      [['ship', 'country'], 'Canada'],
      [['ship', 'country'], 'USA'],
    )

    expect(sent).toEqual([
      { ship: { country: 'UK' } },
      { ship: { country: 'Canada' } },
      { ship: { country: 'USA', state: 'Utah' } },
    ])
  })

  test('a field that a condition hides stays with its row of a list when rows move', () => {
    const schema = { type: 'object', properties: { rows: { type: 'array', items: address } } }
    const rows = [{ country: 'USA', state: 'Utah' }, { country: 'UK' }]
    const settle = hiddenValues(formContract(schema))
    const step = (before: FormValue, path: ValuePath, next: FormValue) =>
      settle({ before, after: changedAt(before, path, next), edited: '', picksAt: () => undefined })

    const hidden = step({ rows }, ['rows', 0, 'country'], 'Canada') as { rows: FormValue[] }
    const moved = step(hidden, ['rows'], hidden.rows.toReversed())
    const [first, second] = [
      step(moved, ['rows', 0, 'country'], 'USA'),
      step(moved, ['rows', 1, 'country'], 'USA'),
    ]

    expect(toJsonValue(moved)).toEqual({ rows: [{ country: 'UK' }, { country: 'Canada' }] })
    expect(toJsonValue(first)).toEqual({ rows: [{ country: 'USA' }, { country: 'Canada' }] })
    expect(toJsonValue(second)).toEqual({ rows: [{ country: 'UK' }, { country: 'USA', state: 'Utah' }] })
  })

  test('a field that a condition hides in an entry of a map is not sent either', () => {
    const schema = { type: 'object', properties: { by: { type: 'object', additionalProperties: address } } }

    expect(
      fill(schema, { by: { x: { country: 'USA', state: 'Utah' } } }, [['by', 'x', 'country'], 'UK']),
    ).toEqual([{ by: { x: { country: 'UK' } } }])
  })

  test('a field that a condition hides may be inside another object, of which the other fields stay', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        kind: { enum: ['home', 'work'] },
        place: { type: 'object', properties: { city: { type: 'string' } } },
      },
      if: when('kind', 'work'),
      then: { properties: { place: { properties: { floor: { type: 'integer' } } } } },
    }
    const start = { kind: 'work', place: { city: 'Graz', floor: 3 } }

    expect(fill(schema, start, [['kind'], 'home'], [['kind'], 'work'])).toEqual([
      { kind: 'home', place: { city: 'Graz' } },
      start,
    ])
  })

  test('a field that the other side of a condition forbids is hidden, too', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { multi: { type: 'boolean' }, min: { type: 'integer' } },
      if: { properties: { multi: { const: true } }, required: ['multi'] },
      else: { properties: { min: false } },
    }

    expect(fill(schema, { multi: true, min: 3 }, [['multi'], false], [['multi'], true])).toEqual([
      { multi: false },
      { multi: true, min: 3 },
    ])
  })

  test('a field hidden by dependentSchemas, or by the branch of a discriminator, is not sent and comes back', () => {
    const depends: JsonSchema = {
      type: 'object',
      properties: { card: { type: 'string' } },
      dependentSchemas: { card: { properties: { billing: { type: 'string' } } } },
    }
    const branches: JsonSchema = {
      type: 'object',
      properties: { pets: { enum: ['No', 'One'] } },
      oneOf: [
        { properties: { pets: { enum: ['No'] } } },
        { properties: { pets: { enum: ['One'] }, age: { type: 'number' } } },
      ],
    }

    expect(fill(depends, { card: '1', billing: 'Graz' }, [['card'], undefined], [['card'], '2'])).toEqual([
      {},
      { card: '2', billing: 'Graz' },
    ])
    expect(fill(branches, { pets: 'One', age: 3 }, [['pets'], 'No'], [['pets'], 'One'])).toEqual([
      { pets: 'No' },
      { pets: 'One', age: 3 },
    ])
  })
})

test('a choice that the new condition does not list is not sent, and each condition remembers its own', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { country: { enum: ['USA', 'Canada'] } },
    if: when('country', 'USA'),
    then: { properties: { state: { enum: ['Alabama', 'Utah'] } } },
    else: { properties: { state: { enum: ['Ontario', 'Quebec'] } } },
  }

  expect(
    fill(
      schema,
      { country: 'USA', state: 'Utah' },
      [['country'], 'Canada'],
      [['state'], 'Ontario'],
      [['country'], 'USA'],
      [['country'], 'Canada'],
    ),
  ).toEqual([
    { country: 'Canada' },
    { country: 'Canada', state: 'Ontario' },
    { country: 'USA', state: 'Utah' },
    { country: 'Canada', state: 'Ontario' },
  ])
})

test('an untouched default of one side of a condition gives way to that of the other, and what was entered stays', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { secure: { type: 'boolean' } },
    if: { properties: { secure: { const: true } }, required: ['secure'] },
    then: { properties: { port: { type: 'integer', default: 443 } } },
    else: { properties: { port: { type: 'integer', default: 80 } } },
  }

  expect(fill(schema, { secure: false, port: 80 }, [['secure'], true])).toEqual([{ secure: true, port: 443 }])
  expect(fill(schema, { secure: false, port: 99 }, [['secure'], true])).toEqual([{ secure: true, port: 99 }])
})

test('typing does not hide what was typed, even if the value now resembles another branch', () => {
  const schema: JsonSchema = {
    type: 'object',
    anyOf: [
      { properties: { a: { type: 'integer' }, more: { type: 'string' } }, additionalProperties: false },
      { properties: { b: { type: 'string' } } },
    ],
  }

  expect(fill(schema, { more: 'x' }, [['a'], 'half'])).toEqual([{ more: 'x', a: 'half' }])
})

test('properties that no schema declares stay in a form’s value, and so do those that the person is editing', () => {
  const own: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    if: { not: { required: ['note'] } },
    then: { properties: { note: { type: 'string' } } },
  }

  expect(fill(address, { country: 'USA', own: 1 }, [['country'], 'UK'])).toEqual([{ country: 'UK', own: 1 }])
  expect(fill(own, {}, [['note'], 'x'])).toEqual([{ note: 'x' }])
})

test('conditions that contradict each other do not loop', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    allOf: [
      { if: { required: ['b'] }, else: { properties: { c: { type: 'string' } } } },
      { if: { not: { required: ['c'] } }, else: { properties: { b: { type: 'string' } } } },
    ],
  }

  expect(fill(schema, { c: 'x', b: 'y' }, [['a'], 'z'])).toHaveLength(1)
})
