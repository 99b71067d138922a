import { describe, expect, test } from 'vitest'
import { loadDemoMarket } from '../../../prisma/market/load-demo-market.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { applyPatch } from '../../kernel/json/json-patch.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { everyNth, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { cpuMsOf } from '../../testing/measure-cpu.ts'
import { checkDocument } from '../checks/check-document.ts'
import { applyFix, applyFixes, lint } from './lint.ts'

const documents = loadDemoMarket().flatMap(({ skillSets }) =>
  skillSets.map(({ slug, versions }) => [slug, versions.at(-1) as unknown as JsonObject] as const),
)
const withSchema = (parameters: Json): JsonObject => ({ slug: 'a', skills: [{ slug: 'b', parameters }] })
const issuesOf = (document: Json) => checkDocument(document).map(({ path, message }) => `${path} ${message}`)

/** Returns the issues that `before` did not have. */
function newIssues(before: Json, after: Json | undefined): string[] {
  const known = new Set(issuesOf(before))
  return issuesOf(after ?? null).filter((issue) => !known.has(issue))
}

describe('the demo market', () => {
  test.each(documents)('the demo SkillSet %s gets no lint advice', (_, document) => {
    expect(lint(document)).toEqual([])
  })
})

describe('lint', () => {
  // biome-ignore format: table
  test.each<[sentence: string, document: Json]>([
    ['no object',             null],
    ['nothing',               {}],
    ['skills that are none',  { skills: [null, 'a', [], {}] }],
    ['schemas that are none', { skills: [{ parameters: 'a', response: [] }, { parameters: { type: 'object', properties: 5, required: {} } }] }],
    ['odd keywords',          { skills: [{ parameters: { type: ['object', 7], properties: { a: { type: 'string', enum: 'x', examples: {}, description: [] }, b: true }, required: [1], $ref: '#/nowhere%' } }] }],
    ['a schema in itself',    { skills: [{ parameters: { type: 'object', properties: { a: { $ref: '#' }, q: { type: 'string', description: 'A' } } } }] }],
    ['odd names',             { skills: [{ parameters: { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"},"a/b~c":{"type":"number"},"constructor":{"type":"string"}}') } }] }],
  ])('lint accepts a draft with %s', (_, document) => {
    expect(() => applyFixes(document)).not.toThrow()
  })

  test('lint ignores an instruction skill', () => {
    expect(lint({ skills: [{ slug: 'a', kind: 'instruction', body: '# Hi' }] })).toEqual([])
  })

  test('lint reads capabilities, and fixes them where they are defined', () => {
    const document: JsonObject = {
      slug: 'a',
      capabilities: {
        find: {
          description: 'Finds',
          input_schema: { format: { type: 'string', description: 'One of: a, b, c' } },
        },
      },
    }
    const finding = lint(document).find(({ rule }) => rule === 'enum-not-prose')

    expect(finding?.pointer).toBe('/capabilities/find/input_schema/format')
    expect(valueAt(finding && applyFix(document, finding), `${finding?.pointer}/enum`)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('lint identifies advice by its skill, so that it stays the same if skills are reordered', () => {
    const [a, b] = [{ slug: 'first' }, { slug: 'second' }]
    const keys = (skills: Json[]) => lint({ skills }).map(({ key }) => key)

    expect(keys([a, b]).toSorted()).toEqual(keys([b, a]).toSorted())
  })

  test('lint follows references to where a field is declared', () => {
    const found = lint(
      withSchema({
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { type: 'object', properties: { n: { type: 'integer' } } } },
      }),
    )

    expect(found.filter(({ rule }) => rule === 'numeric-bounds').map(({ pointer }) => pointer)).toEqual([
      '/skills/0/parameters/$defs/a/properties/n',
    ])
  })

  // biome-ignore format: table
  test.each<[what: string, count: number, property: (index: number) => JsonObject, definition?: string]>([
    ['thousands of fields',     3_000, () => ({ type: 'integer' })],
    ['spaces',                    400, () => ({ type: 'string', description: 'One of ('.padEnd(50_000, ' ') })],
    ['brackets',                  400, () => ({ type: 'string', description: '( '.repeat(20_000) })],
    ['quotes',                    400, () => ({ type: 'string', description: `"a" or 'b''c', `.repeat(4_000) })],
    ['digits',                    400, () => ({ type: 'integer', description: `between ${'1'.repeat(50_000)}` })],
    ['code that seems to bind', 3_000, () => ({ type: 'integer', description: 'A' }), `{ ${'field_1 = 1 '.repeat(15_000)}`],
    ['code that binds all over', 3_000, () => ({ type: 'integer', description: 'A' }), '{ field_0 = a } = parameters;'.repeat(7_000)],
  ])('lint is not slowed down by %s', (_, count, property, definition = '') => {
    const fields = Array.from({ length: count }, (__, index) => [`field_${index}`, property(index)])
    const document = { skills: [{ slug: 'a', definition, parameters: { type: 'object', properties: Object.fromEntries(fields) } }] }
    const began = process.cpuUsage()
    lint(document)

    // This is a hundred times the usual duration, which only quadratic algorithms reach.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(10_000)
  })
})

describe('following all advice', () => {
  const document: JsonObject = {
    slug: 'a',
    skills: [
      {
        slug: 'b',
        parameters: { type: 'object', properties: { q: { type: 'string', description: 'One of: x, y, z' } } },
      },
    ],
  }

  test('applying all lint fixes leaves nothing fixable', () => {
    const { document: after, applied } = applyFixes(document)

    expect(applied.length).toBeGreaterThan(4)
    expect(lint(after).filter(({ fix }) => fix)).toEqual([])
    expect(valueAt(after, '/skills/0/parameters/properties')).toEqual({
      query: { type: 'string', description: 'One of: x, y, z', enum: ['x', 'y', 'z'] },
    })
  })

  test('applying all lint fixes skips unwanted ones', () => {
    const { applied } = applyFixes(document, ({ rule }) => rule !== 'canonical-names')

    expect(applied.map(({ rule }) => rule)).not.toContain('canonical-names')
  })
})

type ToolRow = { id: string; schema: Json; raw_schema: Json }

describe('schemas from outside', () => {
  const rows = readCorpus<ToolRow>('tool-schemas') ?? []

  test('lint reads every external schema, and its fixes apply', withCorpus(rows.length > 0), () => {
    for (const { id, schema, raw_schema } of everyNth(rows, 5)) {
      for (const each of [schema, raw_schema]) {
        const document = withSchema(each)
        for (const { fix } of lint(document)) {
          if (fix) expect(applyPatch(document, fix.edits), `${id}: ${fix.title}`).toBeDefined()
        }
      }
    }
  })

  test('applying all lint fixes makes no external schema worse', withCorpus(rows.length > 0), () => {
    const worse = everyNth(rows, 30).flatMap(({ id, schema }) => {
      const document = withSchema(schema)
      const { document: after } = applyFixes(document)
      const left = lint(after).filter(({ fix }) => fix)
      return [...newIssues(document, after), ...left.map(({ key }) => `left: ${key}`)].map(
        (each) => `${id}: ${each}`,
      )
    })

    expect(worse).toEqual([])
  })
})

describe('a schema whose definitions refer to each other', () => {
  /** Each definition refers to the next `width` ones, and the last ones to the first. */
  const definitions = (count: number, width: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => {
        const properties = Array.from({ length: width }, (_each, m) => [
          `p${m}`,
          { $ref: `#/$defs/d${(n + m + 1) % count}` },
        ])
        return [`d${n}`, { type: 'object', properties: Object.fromEntries(properties) }]
      }),
    )

  test.each([
    [2_000, 1],
    [2_000, 2],
    [1_000, 4],
    [200, 10],
  ])(
    'a schema whose definitions refer to each other is linted within a bounded time: %i of them, each to %i',
    (count, width) => {
      const parameters = {
        type: 'object',
        properties: { a: { $ref: '#/$defs/d0' } },
        $defs: definitions(count, width),
      }

      expect(cpuMsOf(() => lint(withSchema(parameters)))).toBeLessThan(2_500)
    },
  )

  test('a schema whose definitions refer to each other gets advice on each definition within 64 levels', () => {
    const parameters = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: definitions(10, 1),
    }

    expect(lint(withSchema(parameters)).map(({ pointer }) => pointer)).toContain(
      '/skills/0/parameters/$defs/d9/properties/p0',
    )
  })
})
