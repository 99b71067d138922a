/** What people typed on a site with the demo market: every search that once went wrong, and those that were right. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoMarket } from '../../prisma/market/load-demo-market.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { makePublishedVersion, makePublisher, visitor } from '../testing/factories.ts'
import { parseCatalogQuery } from './model/catalog-query.ts'
import { refreshCatalogEntries } from './refresh-catalog-entries.ts'
import { searchCatalog } from './search-catalog.ts'

const skillSetIds: string[] = []

beforeAll(async () => {
  await database().catalogEntry.deleteMany()
  for (const { skillSets } of loadDemoMarket()) {
    const publisher = await makePublisher()
    for (const { versions } of skillSets) {
      const { skillSetId } = await makePublishedVersion({ publisher, document: versions.at(-1)! })
      await database().$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
      skillSetIds.push(skillSetId)
    }
  }
})

afterAll(
  async () => void (await database().catalogEntry.deleteMany({ where: { skillSetId: { in: skillSetIds } } })),
)

async function search(q: string) {
  const { cards, corrected } = await searchCatalog(
    visitor(),
    parseCatalogQuery(new URLSearchParams({ q })).query,
  )
  return { titles: cards.map(({ title }) => title), corrected }
}

test.each([
  '5 miles in km',
  'send email',
  'hash',
  'wie viele Wörter',
  'Rechnung mit Mehrwertsteuer',
  'sort lines',
  'kg to pounds',
])('the search “%s” is not corrected to other words', async (q) => {
  expect((await search(q)).corrected).toBeNull()
})

test.each([
  ['5 miles in km', 'Convert units'],
  ['kg to pounds', 'Convert units'],
  ['pounds', 'Convert units'],
  ['wie viele Wörter', 'Text statistics'],
  ['Rechnung mit Mehrwertsteuer', 'Invoice total'],
  ['split a bill', 'Split a bill'],
  ['wordcount', 'Text statistics'],
  ['wrod', 'Text statistics'],
  ['日付 計算', 'Date arithmetic'],
  ['単語数', 'Text statistics'],
  ['Währung umrechnen', 'Convert currency'],
  ['turn csv into json', 'CSV to JSON'],
  ['turn json into csv', 'JSON to CSV'],
  ['days between two dates', 'Date arithmetic'],
  ['IBAN', 'Check digits'],
  ['password safe?', 'Password strength'],
  ['word count', 'Text statistics'],
  ['invioce', 'Invoice total'],
  ['convrt curency', 'Convert currency'],
  ['color contrast', 'Colour contrast'],
  ['time zone tokyo berlin', 'Meeting times'],
  ['Passwort sicher', 'Password strength'],
  ['tabelle markdown', 'Markdown table'],
  ['date diff', 'Date arithmetic'],
  ['difference between two dates', 'Date arithmetic'],
  ['compare 2 contracts', 'Compare two texts'],
  ['compare two contracts', 'Compare two texts'],
  ['xlsx to csv', 'Spreadsheet to JSON'],
  ['celsius fahrenheit', 'Convert units'],
  ['readability', 'Text statistics'],
])('the search “%s” finds “%s” first', async (q, title) => {
  expect((await search(q)).titles[0]).toBe(title)
})

test('the search “excel” finds “Spreadsheet to JSON” among the first three', async () => {
  expect((await search('excel')).titles.slice(0, 3)).toContain('Spreadsheet to JSON')
})

test('the search “csv to xlsx” does not find what reads Excel files first', async () => {
  expect((await search('csv to xlsx')).titles[0]).not.toBe('Spreadsheet to JSON')
})

test.each(['is this email valid', 'send email'])(
  'the search “%s”, for which there is no skill, finds neither the weather nor an invoice',
  async (q) => {
    const { titles } = await search(q)

    for (const title of ['Get weather', 'Invoice total', 'Insert at the cursor'])
      expect(titles).not.toContain(title)
  },
)
