import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERYTHING, parseCatalogQuery } from '../catalog-model/catalog-query.ts'
import { type NewEntry, replaceEntries } from '../db/catalog/catalog-entries.ts'
import { explainSearch } from '../db/catalog/catalog-search.ts'
import { lookUpVocabulary } from '../db/catalog/search-words.ts'
import { database } from '../db/core/prisma-client.ts'
import { executeSql } from '../db/core/sql.ts'
import {
  freshName,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  visitor,
} from '../testing/factories.ts'
import { prepareSearch } from './prepare-search.ts'
import { refreshCatalogEntries } from './refresh-catalog-entries.ts'
import { searchCatalog } from './search-catalog.ts'

const CROWD = 4_000
// A unique word, so that searches in this file find only what it created.
const HERE = freshName('here').replace('_', '')

/** Lists a skill in the catalogue, as an approval would. */
async function makeListed(fields: {
  name: string
  description?: string
  verified?: boolean
  category?: 'text' | 'data'
}) {
  const skill = makeSkillDocument({
    name: fields.name,
    slug: fields.name.toLowerCase().replace(/\W+/g, '_'),
    description: fields.description ?? 'Does one thing well.',
    tags: [HERE],
  })
  const document = makeSkillSetDocument({ skills: [skill], categories: [fields.category ?? 'text'] })
  const version = await makePublishedVersion({ document })
  await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  return version
}

async function makeCrowd(): Promise<void> {
  const { id, skillSetId } = await makePublishedVersion()
  const nouns = [
    'ledger',
    'harbour',
    'violin',
    'orchard',
    'glacier',
    'lantern',
    'compass',
    'meadow',
    'engine',
    'parcel',
  ]
  const verbs = [
    'count',
    'measure',
    'translate',
    'sort',
    'compare',
    'format',
    'estimate',
    'check',
    'split',
    'merge',
  ]
  const rows = Array.from({ length: CROWD }, (_, index): NewEntry => {
    const title = `${verbs[index % 10]} the ${nouns[Math.floor(index / 10) % 10]} ${index}`
    return {
      skillSetId,
      versionId: id,
      name: `crowd.set.skill_${index}`,
      publisher: 'crowd',
      skillSetSlug: 'set',
      skillSlug: `skill_${index}`,
      title,
      description: `Helps to ${title} without fuss.`,
      skillSetName: 'Crowd',
      versionNumber: '1.0.0',
      kind: 'action',
      runtime: 'javascript',
      riskLevel: 'read-only',
      categories: ['other'],
      searchTitle: title,
      searchDescription: `helps to ${title} without fuss`,
      succeeded30d: index % 50,
      customerDays30d: index % 50,
      publishedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 60_000),
    }
  })
  await database().catalogEntry.createMany({ data: rows })
  await executeSql(database())`ANALYZE "CatalogEntry"`
}

beforeAll(async () => {
  await makeCrowd()
  await makeListed({ name: 'Text statistics', description: 'Counts words, sentences and reading time.' })
  await makeListed({ name: 'CSV to JSON', description: 'Converts comma-separated values.', category: 'data' })
  await makeListed({ name: 'Weather', description: 'The weather in a city you name.' })
  await makeListed({ name: 'Currency converter', description: 'Converts amounts between currencies.' })
})

// Other tests with this database would otherwise list all of these skills.
afterAll(() => database().catalogEntry.deleteMany({ where: { publisher: 'crowd' } }))

const search = (text: string) => searchCatalog(visitor(), parseCatalogQuery(new URLSearchParams(text)).query)
const titles = async (q: string) =>
  (await search(`q=${encodeURIComponent(q)}`)).cards.map((card) => card.title)

test.each([
  ['a word', 'statistics', 'Text statistics'],
  ['a word of the description', 'sentences', 'Text statistics'],
  ['another form of a word', 'converting currency', 'Currency converter'],
  ['the beginning of a word, as it is typed', 'statis', 'Text statistics'],
  ['two letters', 'cs', 'CSV to JSON'],
  ['a missing letter', 'statstics', 'Text statistics'],
  ['swapped letters', 'waether', 'Weather'],
  ['a wrong letter', 'wether', 'Weather'],
  ['two words, both misspelt', 'curency convertor', 'Currency converter'],
  ['words in another order', 'json csv', 'CSV to JSON'],
  ['capitals', 'WEATHER', 'Weather'],
  ['the slug', 'text_statistics', 'Text statistics'],
])('finds by %s', async (_, q, expected) => {
  expect((await titles(q))[0]).toBe(expected)
})

test('a full name finds its skill first', async () => {
  const version = await makeListed({ name: 'Weather' })

  const { cards } = await search(`q=${version.skillName}`)

  expect(cards[0]?.name).toBe(version.skillName)
})

test('an exact word match excludes fuzzy matches', async () => {
  expect(await titles(`${HERE} weather`)).not.toContain('Text statistics')
  expect(new Set((await titles('lantern')).map((title) => /lantern/.test(title)))).toEqual(new Set([true]))
})

test('reports that nothing matches', async () => {
  expect(await search('q=xqzzkwv')).toEqual({ cards: [], nextCursor: null, corrected: null, total: null })
})

test.each([
  '"',
  "'",
  '\\',
  '%',
  '_',
  '!!!',
  '&|',
  ':*',
  '-',
  '-weather',
  '"unclosed',
  '(((',
  'a:b:c',
  '🔑',
  '\u202E',
  'ß',
  '; DROP TABLE "User"',
  '<->',
  'x'.repeat(200),
])('any text is safe to search for: %s', async (q) => {
  await expect(titles(q)).resolves.toBeDefined()
})

test.each([
  ['category', `q=${HERE}&category=data`, ['CSV to JSON']],
  ['runtime', `q=${HERE}&runtime=python`, []],
  ['risk', `q=${HERE}&risk=writes`, []],
  ['verified', `q=${HERE}&verified=1`, []],
])('filters by %s', async (_, text, expected) => {
  expect((await search(text)).cards.map((card) => card.title)).toEqual(expected)
})

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

test('without a query, the most used come first', async () => {
  const { cards } = await search('category=other')

  expect(cards).toHaveLength(24)
  expect(cards[0]?.evidence.succeeded).toBe(49)
})

test.each([
  'nonsense',
  Buffer.from('["x","1","a"]').toString('base64url'),
  Buffer.from('{}').toString('base64url'),
])('a cursor that is not ours is refused: %s', async (cursor) => {
  await expect(search(`q=lantern&cursor=${cursor}`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a cursor of another search is refused', async () => {
  const { nextCursor } = await search('q=lantern')

  await expect(search(`q=violin&cursor=${nextCursor}`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('every part of a search by words can use an index', async () => {
  const prepared = await prepareSearch(database(), 'currency')
  const text = { ...prepared!, name: 'currency' }
  const plan = await database().$transaction(async (tx) => {
    // Postgres would prefer a sequential scan of such a small table.
    await executeSql(tx)`SET LOCAL enable_seqscan = off`
    return explainSearch(tx, { ...EVERYTHING, text, limit: 25 })
  })

  expect(plan).toContain('CatalogEntry_words_idx')
  expect(plan).toContain('CatalogEntry_title_words_idx')
  expect(plan).not.toContain('Seq Scan')
})

test('frequent words that stand together are found in order of popularity', async () => {
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

test('shows what was searched for instead of a misspelt word, unless it is in quotes', async () => {
  expect(await search('q=waether')).toMatchObject({ corrected: 'weather' })
  expect(await search('q=weather')).toMatchObject({ corrected: null })
  expect((await search(`q=${encodeURIComponent('"waether"')}`)).cards).toEqual([])
})

test('counts the matches of a word', async () => {
  expect((await search('q=lantern')).total).toEqual({ count: CROWD / 10, isEstimate: false })
  expect((await search('q=fuss')).total).toEqual({ count: CROWD, isEstimate: true })
})

test('a word is not found inside other words', async () => {
  await makeListed({ name: 'Sprocket', description: 'Turns.' })
  await makeListed({ name: 'Counter', description: 'Of handsprocket.' })

  expect(await titles('sprocket')).toEqual(['Sprocket'])
})

test.each([
  ['part of a German compound', 'vorhersage', 'Die Wettervorhersage für morgen.'],
  ['a compound of two words', 'kontostandabfrage', 'Kontostand Abfrage'],
  ['part of a Chinese sentence', '天气', '查询城市的天气预报'],
  ['part of a Japanese sentence', '予報', '明日の天気予報を調べる'],
  ['a word without its accents', 'depeche', 'Une dépêche par jour.'],
  ['a synonym', 'spreadsheet', 'CSV files of this kind'],
])('finds by %s', async (what, q, description) => {
  await makeListed({ name: `By ${what}`, description })

  expect(await titles(q)).toContain(`By ${what}`)
})

test('a sentence finds skills by some of its words', async () => {
  const sentence = 'Could you please tell me what the weather in Oslo will be like on 4 May at 19:30?'

  expect((await titles(sentence))[0]).toBe('Weather')
})

test('the copy of a title ranks below the skill that people use', async () => {
  const original = await makeListed({ name: 'Glockenspiel tuner' })
  await database().catalogEntry.updateMany({
    where: { skillSetId: original.skillSetId },
    data: { customerDays30d: 40 },
  })
  const copy = await makeListed({ name: 'Glockenspiel tuner' })

  const { cards } = await search('q=Glockenspiel tuner')

  expect(cards.map((card) => card.name)).toEqual([original.skillName, copy.skillName])
})

test('popularity does not lift a skill above one with the words in its title', async () => {
  const popular = await makeListed({ name: 'Popular thing', description: 'Has nothing of the theremin.' })
  await database().catalogEntry.updateMany({
    where: { skillSetId: popular.skillSetId },
    data: { customerDays30d: 100_000 },
  })
  await makeListed({ name: 'Theremin', description: 'Plays.' })

  expect(await titles('theremin')).toEqual(['Theremin', 'Popular thing'])
})

test('the vocabulary follows what is listed', async () => {
  const countOf = async (word: string) => (await lookUpVocabulary(database(), [word])).rows[0]?.entries
  const { skillSetId } = await makeListed({ name: 'Harpsichord' })
  await makeListed({ name: 'Harpsichord' })
  expect(await countOf('harpsichord')).toBe(2)

  await database().$transaction((tx) => replaceEntries(tx, skillSetId, []))
  expect(await countOf('harpsichord')).toBe(1)
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
