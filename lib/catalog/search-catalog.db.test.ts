import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { setUpCatalog } from '../testing/setup/catalog/catalog-crowd.ts'
import { replaceEntries } from './rows/catalog-entries.ts'
import { lookUpVocabulary } from './rows/search-words.ts'

const { titlesFor, makeListed, search, HERE } = setUpCatalog()

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
])('a catalogue search finds by %s', async (_, q, expected) => {
  expect((await titlesFor(q))[0]).toBe(expected)
})

test('a catalogue search for a full name finds its skill first', async () => {
  const version = await makeListed({ name: 'Weather' })

  const { cards } = await search(`q=${version.skillName}`)

  expect(cards[0]?.name).toBe(version.skillName)
})

test('a catalogue search with an exact word match excludes fuzzy matches', async () => {
  expect(await titlesFor(`${HERE} weather`)).not.toContain('Text statistics')
  expect(new Set((await titlesFor('lantern')).map((title) => /lantern/.test(title)))).toEqual(new Set([true]))
})

test('a catalogue search reports that nothing matches', async () => {
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
  await expect(titlesFor(q)).resolves.toBeDefined()
})

test.each([
  ['category', `q=${HERE}&category=data`, ['CSV to JSON']],
  ['runtime', `q=${HERE}&runtime=python`, []],
  ['risk', `q=${HERE}&risk=writes`, []],
  ['verified', `q=${HERE}&verified=1`, []],
])('a catalogue search filters by %s', async (_, text, expected) => {
  expect((await search(text)).cards.map((card) => card.title)).toEqual(expected)
})

test('shows what was searched for instead of a misspelt word, unless it is in quotes', async () => {
  expect(await search('q=waether')).toMatchObject({ corrected: 'weather' })
  expect(await search('q=weather')).toMatchObject({ corrected: null })
  expect((await search(`q=${encodeURIComponent('"waether"')}`)).cards).toEqual([])
})

test('a catalogue search does not find a word inside other words', async () => {
  await makeListed({ name: 'Sprocket', description: 'Turns.' })
  await makeListed({ name: 'Counter', description: 'Of handsprocket.' })

  expect(await titlesFor('sprocket')).toEqual(['Sprocket'])
})

test.each([
  ['part of a German compound', 'vorhersage', 'Die Wettervorhersage für morgen.'],
  ['a compound of two words', 'kontostandabfrage', 'Kontostand Abfrage'],
  ['part of a Chinese sentence', '天气', '查询城市的天气预报'],
  ['part of a Japanese sentence', '予報', '明日の天気予報を調べる'],
  ['a word without its accents', 'depeche', 'Une dépêche par jour.'],
  ['a synonym', 'spreadsheet', 'CSV files of this kind'],
])('a catalogue search finds by %s', async (what, q, description) => {
  await makeListed({ name: `By ${what}`, description })

  expect(await titlesFor(q)).toContain(`By ${what}`)
})

test('a sentence finds skills by some of its words', async () => {
  const sentence = 'Could you please tell me what the weather in Oslo will be like on 4 May at 19:30?'

  expect((await titlesFor(sentence))[0]).toBe('Weather')
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

  expect(await titlesFor('theremin')).toEqual(['Theremin', 'Popular thing'])
})

test('the vocabulary of the catalogue search follows what is listed', async () => {
  const countOf = async (word: string) => (await lookUpVocabulary(database(), [word])).rows[0]?.entries
  const { skillSetId } = await makeListed({ name: 'Harpsichord' })
  await makeListed({ name: 'Harpsichord' })
  expect(await countOf('harpsichord')).toBe(2)

  await database().$transaction((tx) => replaceEntries(tx, skillSetId, []))
  expect(await countOf('harpsichord')).toBe(1)
})
