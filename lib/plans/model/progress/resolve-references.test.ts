// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import { resolveReferences, type Scope, scopeOfItem } from './resolve-references.ts'

const scope: Scope = {
  steps: new Map<string, Json>([
    ['read', { path: 'a.md', content: 'text', mtimeMs: 5, isOld: false, none: null, '0': 'zero' }],
    ['list', { items: [{ path: 'x' }, { path: 'y' }] }],
    ['slugs', [{ slug: 'one' }, { slug: 'two' }, null]],
  ]),
  vars: new Map<string, Json>([['note', { title: 'Hello' }]]),
}

const inForeach = scopeOfItem(scope, { from: [], itemName: 'bullet', indexName: 'i' }, { text: 'Two' }, 1)

describe('gives the value', () => {
  test.each<[Json, Json]>([
    ['$steps.read.content', 'text'],
    ['$steps.read.mtimeMs', 5],
    ['$steps.read.none', null],
    ['$steps.read', { path: 'a.md', content: 'text', mtimeMs: 5, isOld: false, none: null, '0': 'zero' }],
    ['$steps.read.0', 'zero'],
    ['$steps.list.items[1].path', 'y'],
    ['$steps.list.items.1.path', 'y'],
    ['$vars.note.title', 'Hello'],
    ['$item.text', 'Two'],
    ['$bullet', { text: 'Two' }],
    ['$index', 1],
    ['$steps.slugs[$i].slug', 'two'],
    ['${$steps.read.path} at ${$steps.read.mtimeMs}: ${$steps.read.isOld}', 'a.md at 5: false'],
    ['$$steps.read', '$steps.read'],
    [
      [1, { deep: '$index' }],
      [1, { deep: 1 }],
    ],
  ])('a reference of a plan is resolved: %j', (given, value) => {
    expect(resolveReferences(given, inForeach)).toEqual({ value, issues: [] })
  })
})

describe('names missing values', () => {
  test.each<[string, string]>([
    ['$steps.read.etag', '$steps.read.etag does not exist'],
    ['$steps.gone.content', '$steps.gone.content does not exist'],
    ['$steps.list.items[2].path', '$steps.list.items[2].path does not exist'],
    ['$steps.list.items.length', '$steps.list.items.length does not exist'],
    ['$steps.read.content.length', '$steps.read.content.length does not exist'],
    ['$steps.read.constructor', '$steps.read.constructor does not exist'],
    ['$steps.read.__proto__', '$steps.read.__proto__ does not exist'],
    ['$steps.slugs[$other].slug', '$steps.slugs[$other].slug does not exist'],
    ['${$steps.read.none}', '$steps.read.none is null, which cannot be inserted into text'],
    ['${$steps.slugs}', '$steps.slugs is a list, which cannot be inserted into text'],
  ])('the error for a missing value of a plan names it: %s', (given, message) => {
    expect(resolveReferences({ field: given }, inForeach)).toEqual({
      issues: [{ path: '/field', keyword: 'reference', message }],
    })
  })
})

describe('a field whose value does not exist', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['path', 'patch'],
    properties: {
      path: { type: 'string' },
      etag: { type: 'string' },
      patch: { $ref: '#/$defs/patch' },
    },
    $defs: { patch: { type: 'object', required: ['text'], properties: { text: {}, note: {} } } },
  }

  test('a field of a step whose value does not exist is left out where the input does not require it', () => {
    const args = { path: 'a', etag: '$steps.read.etag', patch: { text: 'b', note: '$steps.read.note' } }

    expect(resolveReferences(args, scope, schema).value).toEqual({ path: 'a', patch: { text: 'b' } })
  })

  test('a field of a step whose value does not exist is refused where the input requires it, and in a list', () => {
    const args = { path: '$steps.read.no', patch: { text: '$steps.read.no' }, etag: ['$steps.read.no'] }

    expect(resolveReferences(args, scope, schema).issues.map(({ path }) => path)).toEqual([
      '/path',
      '/patch/text',
      '/etag/0',
    ])
  })
})

test('resolving references preserves a field called __proto__ and does not modify its input', () => {
  const args = JSON.parse('{"__proto__": "$steps.list.items"}') as { [name: string]: Json }
  const before = JSON.stringify(args)

  const { value } = resolveReferences(args, scope)

  expect(JSON.stringify(value)).toBe('{"__proto__":[{"path":"x"},{"path":"y"}]}')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(JSON.stringify(args)).toBe(before)
})

test('resolving references returns copies: a step’s changes do not affect the next', () => {
  const { value } = resolveReferences({ items: '$steps.list.items' }, scope)

  const items = value?.items as Json[]
  items.push('more')

  expect(resolveReferences('$steps.list.items', scope).value).toHaveLength(2)
})

describe('a short plan with large values', () => {
  const long = 'x'.repeat(100_000)
  const scope = {
    steps: new Map<string, Json>([['a', { text: long, list: [long, { [long]: 1 }] }]]),
    vars: new Map(),
  }

  test.each<[string, Json]>([
    ['repeats a text', Array(100).fill('$steps.a.text')],
    ['repeats a text within a text', '${$steps.a.text}'.repeat(100)],
    ['repeats a list', Array(50).fill('$steps.a.list')],
  ])('a short plan with large values that %s is refused once, before it is copied', (_, value) => {
    expect(resolveReferences(value, scope).issues).toEqual([
      expect.objectContaining({ message: expect.stringContaining('4 MB') }),
    ])
  })

  test('a short plan with large values may be large', () => {
    expect(resolveReferences(Array(40).fill('$steps.a.text'), scope).issues).toEqual([])
  })
})
