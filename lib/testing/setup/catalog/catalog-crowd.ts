import { afterAll, beforeAll } from 'vitest'
import { parseCatalogQuery } from '../../../catalog/model/catalog-query.ts'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import type { NewEntry } from '../../../catalog/rows/catalog-entries.ts'
import { searchCatalog } from '../../../catalog/search-catalog.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  freshName,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  visitor,
} from '../../factories.ts'

export const CROWD = 4_000

export function setUpCatalog() {
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
    await database().$executeRaw`ANALYZE "CatalogEntry"`
  }

  beforeAll(async () => {
    await makeCrowd()
    await makeListed({ name: 'Text statistics', description: 'Counts words, sentences and reading time.' })
    await makeListed({
      name: 'CSV to JSON',
      description: 'Converts comma-separated values.',
      category: 'data',
    })
    await makeListed({ name: 'Weather', description: 'The weather in a city you name.' })
    await makeListed({ name: 'Currency converter', description: 'Converts amounts between currencies.' })
  })

  // Other tests with this database would otherwise list all of these skills.
  afterAll(() => database().catalogEntry.deleteMany({ where: { publisher: 'crowd' } }))

  const search = (text: string) =>
    searchCatalog(visitor(), parseCatalogQuery(new URLSearchParams(text)).query)

  const titlesFor = async (q: string) =>
    (await search(`q=${encodeURIComponent(q)}`)).cards.map((card) => card.title)

  return {
    HERE,
    makeListed,
    search,
    titlesFor,
  }
}
