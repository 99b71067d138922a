import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { CROWD, setUpCatalog } from '../testing/setup/catalog/catalog-crowd.ts'
import { EVERYTHING } from './model/catalog-query.ts'
import { prepareSearch } from './prepare-search.ts'
import { explainSearch } from './rows/catalog-search.ts'

const { search } = setUpCatalog()

test.each(['best', 'used', 'rating', 'newest', 'name'])(
  'pages in the order “%s” show every row once',
  async (sort) => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await search(`q=lantern&sort=${sort}&cursor=${cursor}`)
      seen.push(...page.cards.map((card) => card.name))
      cursor = page.nextCursor ?? ''
    } while (cursor)

    expect(seen.length).toBeGreaterThanOrEqual(CROWD / 10)
    expect(new Set(seen).size).toBe(seen.length)
  },
)

test('a catalogue without a query lists the most used skills first', async () => {
  const { cards } = await search('category=other')

  expect(cards).toHaveLength(24)
  expect(cards[0]?.evidence.succeeded).toBe(49)
})

test.each([
  'nonsense',
  Buffer.from('["x","1","a"]').toString('base64url'),
  Buffer.from('{}').toString('base64url'),
])('a cursor that this site did not issue is refused: %s', async (cursor) => {
  await expect(search(`q=lantern&cursor=${cursor}`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a cursor of another search is refused', async () => {
  const { nextCursor } = await search('q=lantern')

  await expect(search(`q=violin&cursor=${nextCursor}`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('every part of a catalogue search by words can use an index', async () => {
  const prepared = await prepareSearch(database(), 'currency')
  const text = { ...prepared!, name: 'currency' }
  const plan = await database().$transaction(async (tx) => {
    // Postgres would prefer a sequential scan of such a small table.
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    return explainSearch(tx, { ...EVERYTHING, text, limit: 25 })
  })

  expect(plan).toContain('CatalogEntry_words_idx')
  expect(plan).toContain('CatalogEntry_title_words_idx')
  expect(plan).not.toContain('Seq Scan')
})

test('catalogue entries in which frequent words stand together are found in order of popularity', async () => {
  const planOf = async (q: string) =>
    explainSearch(database(), {
      ...EVERYTHING,
      text: { ...(await prepareSearch(database(), q))!, name: q },
      limit: 25,
    })

  const [together, apart] = [
    await prepareSearch(database(), 'helps fuss'),
    await prepareSearch(database(), 'mend lantern'),
  ]

  expect(together?.isFrequent).toEqual({ inText: true, inTitles: false })
  expect(await planOf('helps fuss')).toContain('Index Scan using "CatalogEntry_popularity_name_idx"')
  expect(apart?.isFrequent).toEqual({ inText: false, inTitles: false })
  expect((await search('q=helps+fuss')).total).toEqual({ count: CROWD, isEstimate: true })
})

test('a catalogue search counts the matches of a word', async () => {
  expect((await search('q=lantern')).total).toEqual({ count: CROWD / 10, isEstimate: false })
  expect((await search('q=fuss')).total).toEqual({ count: CROWD, isEstimate: true })
})

test.each([
  ['best', 'CatalogEntry_popularity_name_idx', '5.5'],
  ['used', 'CatalogEntry_customerDays30d_name_idx', '10'],
  ['rating', 'CatalogEntry_rating_idx', '3.5'],
  ['newest', 'CatalogEntry_publishedAt_name_idx', '2026-01-01 10:00:00'],
  ['name', 'CatalogEntry_name_key', ''],
] as const)(
  'browsing in the order “%s” walks its index from any position',
  async (sort, index, sortValue) => {
    const after = { sortValue, name: 'crowd.set.skill_2000' }

    const first = await explainSearch(database(), { ...EVERYTHING, text: null, sort, limit: 25 })
    const later = await explainSearch(database(), { ...EVERYTHING, text: null, sort, limit: 25, after })

    expect(first).toContain(index)
    expect(later).toContain(index)
    expect(first + later).not.toContain('Seq Scan')
  },
)
