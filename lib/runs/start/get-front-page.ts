/** What the front page shows to people without an account, besides the catalogue. */
import { LRUCache } from 'lru-cache'
import type { CatalogCard, SkillPage } from '../../catalog/catalog-views.ts'
import { getSkillPage } from '../../catalog/get-skill-page.ts'
import { EVERYTHING } from '../../catalog/model/catalog-query.ts'
import { type CatalogFigures, readCatalogFigures } from '../../catalog/rows/catalog-entries.ts'
import { searchCatalog } from '../../catalog/search-catalog.ts'
import type { Context } from '../../context/context.ts'
import { ignoreAppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { RecordedExample } from '../views/run-view.ts'
import { listRecordedExamples } from './get-quick-execute.ts'
import { canVisitorsRun } from './run-for-visitor.ts'

/** A skill that visitors can run, with the recorded outputs of its examples. */
export type FeaturedSkill = { page: SkillPage; examples: (RecordedExample & { input: Json })[] }

export type FrontPage = {
  featured?: FeaturedSkill
  newest: CatalogCard[]
  figures: CatalogFigures
}

const CACHED_MS = 60_000
const MAX_NEWEST = 3
const MAX_EXAMPLES = 3
/** How many of the popular skills are considered. */
const MAX_CANDIDATES = 12

const cache = new LRUCache<string, Promise<FrontPage>>({ max: 1, ttl: CACHED_MS })

/** Rebuilt after a minute: every visitor sees the same, and none of it is urgent. */
export function getFrontPage({ db, sandbox, channel }: Context): Promise<FrontPage> {
  const known = cache.get('front page')
  if (known) return known
  const page = readFrontPage({ viewer: null, db, sandbox, channel })
  cache.set('front page', page)
  page.catch(() => cache.delete('front page'))
  return page
}

/** Reads the page without its cache. */
export async function readFrontPage(visitor: Context): Promise<FrontPage> {
  const [popular, newest, figures] = await Promise.all([
    searchCatalog(visitor, { ...EVERYTHING, price: 'free', risk: 'read-only' }, MAX_CANDIDATES),
    searchCatalog(visitor, { ...EVERYTHING, sort: 'newest' }, MAX_NEWEST),
    readCatalogFigures(visitor.db),
  ])
  const featured = await findFeatured(visitor, popular.cards)
  return { ...(featured && { featured }), newest: newest.cards, figures }
}

/** Returns the first skill that visitors can run and that has a recorded output to show. */
async function findFeatured(
  visitor: Context,
  cards: readonly CatalogCard[],
): Promise<FeaturedSkill | undefined> {
  for (const { name, publisher, skillSetSlug, skillSlug } of cards) {
    if (!(await canVisitorsRun(visitor, { name }))) continue
    const ref = { publisher, skillset: skillSetSlug, skill: skillSlug }
    const page = await getSkillPage(visitor, ref).catch(ignoreAppError)
    const examples = page ? await listFeaturedExamples(visitor, page) : []
    if (page && examples.length > 0) return { page, examples }
  }
  return undefined
}

async function listFeaturedExamples(
  visitor: Context,
  page: SkillPage,
): Promise<(RecordedExample & { input: Json })[]> {
  const recorded = await listRecordedExamples(visitor, page)
  return recorded.slice(0, MAX_EXAMPLES).flatMap((example) => {
    const input = page.skill.examples?.find(({ title }) => title === example.title)?.input
    return input === undefined ? [] : [{ ...example, input }]
  })
}
