import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import type { PlanTool } from '../document/plan-tool.ts'
import { referenceChoices } from './reference-choices.ts'

const text: JsonSchema = { type: 'string' }
const strict = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const tool = (name: string, inputSchema: JsonSchema, outputSchema: JsonSchema): [string, PlanTool] => [
  name,
  {
    name,
    title: name,
    inputSchema,
    outputSchema,
    riskLevel: 'read-only',
    sideEffects: [],
    priceMicros: 0n,
    maxMs: 40_000,
    kind: 'tool',
  },
]
const catalog = new Map([
  tool(
    'read',
    strict(['path'], { path: text }),
    strict(['content'], {
      content: { ...text, description: 'The text.' },
      size: { type: 'integer' },
      etag: text,
    }),
  ),
  tool(
    'items',
    strict(['text'], { text }),
    strict(['items'], { items: { type: 'array', items: strict(['title'], { title: text }) } }),
  ),
  tool(
    'slug',
    strict(['title'], { title: text, tags: { type: 'array', items: text } }),
    strict(['slug'], { slug: text }),
  ),
])

const step = (id: string, name: string, args: Json = {}, more: object = {}) => ({
  id,
  tool: name,
  args,
  ...more,
})
// Returns an unfinished plan: it has no goal and no version, and a step has no tool.
const plan = (...steps: object[]): Json => ({ steps: [...steps, { id: 'unfinished' }] }) as unknown as Json
const offered = (...given: Parameters<typeof referenceChoices>) =>
  referenceChoices(...given).map(({ reference, fit }) => `${reference.text} ${fit}`)

test('the plan builder offers values of the right type, the best match first', () => {
  const document = plan(
    step('r', 'read', { path: 'a' }),
    step('i', 'items', { text: 'x' }),
    step('s', 'slug'),
  )

  expect(offered(document, catalog, '/steps/2/args/title')).toEqual([
    '$steps.r.content assignable',
    '$steps.i.items[0].title uncertain',
    '$steps.r.etag uncertain',
    '$steps.r.size uncertain',
  ])
  expect(referenceChoices(document, catalog, '/steps/2/args/title')[0]).toMatchObject({
    kind: 'text',
    description: 'The text.',
  })
})

test('the plan builder offers results of earlier steps, the nearest first, then those of later steps', () => {
  const document = plan(step('a', 'slug'), step('b', 'slug'), step('s', 'slug'), step('c', 'slug'))

  expect(offered(document, catalog, '/steps/2/args/title')).toEqual([
    '$steps.b.slug assignable',
    '$steps.a.slug assignable',
    '$steps.c.slug assignable',
  ])
})

test('the plan builder offers values with the same name first', () => {
  const copied = new Map([
    ...catalog,
    tool('write', strict(['etag'], { etag: text }), strict([], {})),
    tool(
      'open',
      strict(['path'], { path: text }),
      strict(['content', 'etag'], { content: text, etag: text }),
    ),
  ])

  expect(offered(plan(step('a', 'open'), step('b', 'write')), copied, '/steps/1/args/etag')).toEqual([
    '$steps.a.etag assignable',
    '$steps.a.content assignable',
  ])
})

test('the plan builder offers the item and its index in a foreach, and results of the same list', () => {
  const foreach = { from: '$steps.i.items', itemName: 'line', indexName: 'n' }
  const document = plan(
    step('i', 'items', { text: 'x' }),
    step('s', 'slug', { title: '$line.title' }, { foreach }),
    step('t', 'slug', {}, { foreach }),
  )

  expect(offered(document, catalog, '/steps/2/args/title')).toEqual([
    '$line.title assignable',
    '$steps.s[$n].slug assignable',
    '$n coercible',
    '$steps.i.items[0].title uncertain',
  ])
})

test('the plan builder lists optional values last, and among them those without conversion first', () => {
  const list = tool(
    'list',
    strict([], {}),
    strict(['items'], {
      items: {
        type: 'array',
        items: strict(['depth', 'title'], { depth: { type: 'integer' }, title: text }),
      },
    }),
  )
  const document = plan(step('l', 'list'), step('s', 'slug'))

  expect(offered(document, new Map([...catalog, list]), '/steps/1/args/title')).toEqual([
    '$steps.l.items[0].title uncertain',
    '$steps.l.items[0].depth uncertain',
  ])
})

test('the plan builder offers lists to a foreach, and nothing that comes too late', () => {
  const foreach = { from: '', itemName: 'x' }
  const document = plan(
    step('i', 'items', { text: 'x' }),
    step('s', 'slug', {}, { foreach }),
    step('late', 'items', { text: '$steps.s[0].slug' }),
  )

  expect(offered(document, catalog, '/steps/1/foreach/from')).toEqual(['$steps.i.items assignable'])
})

test('the plan builder offers everything to the outputs, and within text everything that can be text', () => {
  const document = plan(step('i', 'items', { text: 'x' }))

  expect(offered(document, catalog, '/outputs/all')).toEqual([
    '$steps.i.items assignable',
    '$steps.i.items[0] assignable',
    '$steps.i.items[0].title assignable',
    '$steps.i assignable',
  ])
  expect(offered(document, catalog, '/outputs/all', { isWithinText: true })).toEqual([
    '$steps.i.items[0].title uncertain',
  ])
})

test('the plan builder offers nothing in a cycle, and nothing for an incomplete step', () => {
  expect(offered(plan(step('a', 'slug', {}, { dependsOn: ['a'] })), catalog, '/steps/0/args/title')).toEqual(
    [],
  )
  expect(offered(plan(step('a', 'slug')), catalog, '/steps/1/args/title')).toEqual([])
  expect(offered('no plan', catalog, '/steps/0/args/title')).toEqual([])
})
