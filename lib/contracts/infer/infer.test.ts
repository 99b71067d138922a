import { describe, expect, test } from 'vitest'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { cpuMsOf } from '../../testing/measure-cpu.ts'
import { inferFromPython } from './infer-from-python.ts'
import { inferFromSample } from './infer-from-sample.ts'
import { inferFromTypeScript } from './infer-from-typescript.ts'
import { withEarlierDetails } from './inferred-schema.ts'

const TYPESCRIPT = `
type Unit = 'km' | 'mi'
interface Stop { /** Where to go */ city: string; at?: Date }

export default async function handler(
  { parameters }: { parameters: Input; context: unknown },
): Promise<{ message: string; stops: Stop[]; note: string | null }> {
  return { message: '', stops: [], note: null }
}

type Input = {
  stop: Stop
  unit: Unit
  'max days'?: number
  tags: Array<string>
  prices: Record<string, number>
  child?: Input
}
`

const PYTHON = `
from dataclasses import dataclass
from datetime import date
from typing import Literal, NotRequired, Optional, TypedDict

@dataclass
class Stop:
    city: str  # Where to go
    days: int = 3

class Args(TypedDict):
    stop: Stop
    unit: Literal["km", "mi"]
    at: NotRequired[date]
    note: Optional[str]

def main(args: Args) -> dict[str, list[float]]:
    return {}
`

/** Each list has a number beside the inner list, so its items have two types. */
function nestInLists(value: Json, depth: number): Json {
  return depth === 0 ? value : [1, nestInLists(value, depth - 1)]
}

const stop = (more: object) => ({
  type: 'object',
  required: ['city'],
  additionalProperties: false,
  properties: more,
})

describe('a contract inferred from types', () => {
  test('a contract is inferred from TypeScript types, through aliases, interfaces and generics', () => {
    const { parameters, response } = inferFromTypeScript(TYPESCRIPT)
    const region = stop({
      city: { type: 'string', description: 'Where to go' },
      at: { type: 'string', format: 'date-time' },
    })

    expect(parameters).toMatchObject({
      type: 'object',
      properties: {
        stop: region,
        unit: { type: 'string', enum: ['km', 'mi'] },
        'max days': { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        prices: { type: 'object', additionalProperties: { type: 'number' } },
      },
      required: ['stop', 'unit', 'tags', 'prices'],
    })
    expect(response).toMatchObject({
      properties: { stops: { type: 'array', items: region }, note: { type: ['string', 'null'] } },
    })
    expect(canonicalSchema(parameters).issues).toEqual([])
  })

  test('a contract is inferred from Python typed dictionaries and dataclasses', () => {
    const { parameters, response } = inferFromPython(PYTHON)

    expect(parameters).toEqual({
      type: 'object',
      properties: {
        stop: stop({
          city: { type: 'string', description: 'Where to go' },
          days: { type: 'integer', default: 3 },
        }),
        unit: { type: 'string', enum: ['km', 'mi'] },
        at: { type: 'string', format: 'date' },
        note: { type: ['string', 'null'] },
      },
      required: ['stop', 'unit', 'note'],
      additionalProperties: false,
    })
    expect(response).toEqual({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'number' } },
    })
  })

  test.each(['async function handler({ parameters }) { return {} }', 'const other = 1', 'function (('])(
    'no contract is inferred without types: %s',
    (source) => {
      expect(inferFromTypeScript(source)).toEqual({})
      expect(inferFromPython(source)).toEqual({})
    },
  )

  test('a contract is inferred from an arrow function', () => {
    const source =
      'const handler = async ({ parameters }: { parameters: { a: boolean } }) => ({ message: "" })'

    expect(inferFromTypeScript(source).parameters).toMatchObject({ properties: { a: { type: 'boolean' } } })
  })
})

describe('a schema inferred from a sample', () => {
  test('a schema inferred from a sample knows formats, whole numbers, lists and optional fields', () => {
    expect(
      inferFromSample({
        at: '2026-01-31',
        lines: [{ price: 1.5, count: 2 }, { price: 3 }],
        mail: 'ada@example.com',
        none: null,
      }),
    ).toEqual({
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date', examples: ['2026-01-31'] },
        lines: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              price: { type: 'number', examples: [1.5] },
              count: { type: 'integer', examples: [2] },
            },
            required: ['price'],
            additionalProperties: false,
          },
        },
        mail: { type: 'string', format: 'email', examples: ['ada@example.com'] },
        none: { type: 'null' },
      },
      required: ['at', 'lines', 'mail', 'none'],
      additionalProperties: false,
    })
  })

  test('a schema inferred from a sample is described by the first items of lists at every level, if asked', () => {
    const names = ({ properties }: JsonSchema) => Object.keys(properties as object)
    const items = (schema: JsonSchema) => schema.items as JsonSchema
    const sample: Json = [[{ a: 1 }, { b: 1 }, { c: 1 }], [{ d: 1 }], [{ e: 1 }]]

    expect(names(items(items(inferFromSample(sample))))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(names(items(items(inferFromSample(sample, { maxItems: 2 }))))).toEqual(['a', 'b', 'd'])
  })

  test.each<[string, Json]>([
    ['20,000 objects that have no name in common', Array.from({ length: 20_000 }, (_, at) => ({ [at]: 0 }))],
    [
      '20,000 names below 150 lists',
      nestInLists(
        Array.from({ length: 20_000 }, (_, at) => ({ [at]: 0 })),
        150,
      ),
    ],
  ])('a schema is inferred in a time that grows with the sample: %s', (_, sample) => {
    expect(cpuMsOf(() => inferFromSample(sample))).toBeLessThan(3_000)
  })

  test('a schema inferred from a sample keeps the details of fields whose type stays', () => {
    const before = {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where', minLength: 2 },
        days: { type: 'string', description: 'How long', maxLength: 3 },
      },
    }

    expect(withEarlierDetails(inferFromSample({ city: 'Rome', days: 3 }), before)).toMatchObject({
      properties: {
        city: { type: 'string', description: 'Where', minLength: 2, examples: ['Rome'] },
        days: { type: 'integer', description: 'How long', examples: [3] },
      },
    })
  })
})
