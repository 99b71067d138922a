import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogSearchParams, EVERYTHING, parseCatalogQuery } from './catalog-query.ts'

const parse = (text: string) => parseCatalogQuery(new URLSearchParams(text))

test('an empty catalogue URL asks for everything, best first', () => {
  expect(parse('')).toEqual({ query: { ...EVERYTHING }, notes: [] })
})

// biome-ignore format: table
test.each([
  ['words', 'q=%20csv%20%20to%09json%20', { q: 'csv to json' }],
  ['a NUL, which Postgres would refuse', 'q=a%00b', { q: 'a b' }],
  ['a category', 'category=text', { category: 'text' }],
  ['a runtime', 'runtime=instructions', { runtime: 'instructions' }],
  ['a risk level', 'risk=read-only', { risk: 'read-only' }],
  ['a price', 'price=paid', { price: 'paid' }],
  ['a ticked checkbox of a plain form', 'verified=on', { verified: true }],
  ['an unticked one', 'verified=0', { verified: false }],
  ['a sort order', 'sort=newest', { sort: 'newest' }],
  ['a cursor', 'cursor=abc', { cursor: 'abc' }],
  ['empty fields of a plain form', 'q=&category=&runtime=&risk=', { q: '', category: undefined }],
] as const)('reads %s', (_, text, expected) => {
  const { query, notes } = parse(text)

  expect(query).toMatchObject(expected)
  expect(notes).toEqual([])
})

test.each(['category=cheese', 'runtime=cobol', 'price=cheap', 'risk=__proto__', 'sort=random()'])(
  'a catalogue URL with %s ignores it with a note',
  (text) => {
    const { query, notes } = parse(text)

    expect(query).toEqual({ ...EVERYTHING })
    expect(notes).toHaveLength(1)
  },
)

test('a very long catalogue query is cut between characters, with a notice', () => {
  const { query, notes } = parse(`q=${encodeURIComponent('🔑'.repeat(500))}`)

  expect([...query.q]).toHaveLength(200)
  expect(query.q.isWellFormed()).toBe(true)
  expect(notes).toHaveLength(1)
})

test('no parameters make the parser of catalogue URLs fail', () => {
  const name = fc.constantFrom('q', 'category', 'runtime', 'risk', 'price', 'verified', 'sort', 'cursor')
  // The texts consist of any code units, including lone surrogates.
  const text = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

  fc.assert(
    fc.property(fc.dictionary(name, text), (params) => {
      parseCatalogQuery(new URLSearchParams(params))
    }),
  )
})

test('a catalogue query is read back unchanged from its URL', () => {
  const query = {
    q: 'csv & “json”',
    category: 'data',
    risk: 'writes',
    price: 'free',
    verified: true,
    sort: 'used',
    cursor: 'x',
  } as const

  expect(parse(catalogSearchParams(query).toString())).toEqual({
    query: { ...query, runtime: undefined },
    notes: [],
  })
  expect(catalogSearchParams(EVERYTHING).toString()).toBe('')
})
