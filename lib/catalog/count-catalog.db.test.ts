import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  visitor,
} from '../testing/factories.ts'
import { countCatalog, formatCount } from './count-catalog.ts'
import { EVERYTHING, PRICES, RISKS } from './model/catalog-query.ts'
import { refreshCatalogEntries } from './refresh-catalog-entries.ts'
import { countByFilters } from './rows/catalog-entries.ts'

async function makeListed(): Promise<void> {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument()], categories: ['weather'] })
  const { skillSetId } = await makePublishedVersion({ document })
  await database().$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
}

test('the counts of a catalogue filter add up to all entries that the other filters admit', async () => {
  await makeListed()
  const weather = { category: 'weather' as const, verified: false }

  const { counts, entries, sampled } = await countByFilters(database(), [
    weather,
    ...PRICES.map((price) => ({ ...weather, price })),
    ...RISKS.map((risk) => ({ ...weather, risk })),
  ])

  const [total = 0, free = 0, paid = 0, ...risks] = counts
  expect(total).toBeGreaterThan(0)
  expect(free + paid).toBe(total)
  expect(risks.reduce((sum, count) => sum + count, 0)).toBe(total)
  expect(entries).toBeGreaterThanOrEqual(sampled)
})

test('a catalogue list without words has a total, and each filter choice the number that it would show', async () => {
  await makeListed()

  const counts = await countCatalog(visitor(), { ...EVERYTHING, category: 'weather' })

  expect(counts?.options['category:weather']).toBe(counts?.total)
  expect(await countCatalog(visitor(), { ...EVERYTHING, q: 'rain' })).toBeNull()
})

test.each([
  ['all were counted', 0, 100, 100, '0'],
  ['all were counted', 12, 100, 100, '12'],
  ['some were counted', 3, 2_000, 1_000_000, 'about 1,500'],
  ['none of those that were counted matches', 0, 2_000, 1_000_000, undefined],
])(
  'the total of a catalogue list says whether it is exact: if %s, %i',
  (_, found, sampled, entries, expected) => {
    expect(formatCount(found, { sampled, entries })).toBe(expected)
  },
)
