import { LRUCache } from 'lru-cache'
import type { Context } from '../context/context.ts'
import { BUILT_IN_CATEGORIES, type Category } from '../contracts/document/categories.ts'
import { type CatalogQuery, PRICES, RISKS, RUNTIMES } from './model/catalog-query.ts'
import { type CatalogFilter, type CatalogFilters, countByFilters } from './rows/catalog-entries.ts'

/** `options` has the number of entries that a choice would show, by "category:text". Estimates start with "about". */
export type CatalogCounts = { total: string; options: Record<string, string> }

const OPTIONS = {
  runtime: RUNTIMES,
  risk: RISKS,
  price: PRICES,
} as const satisfies Partial<Record<CatalogFilter, readonly string[]>>

/** Bounded, because anyone can fill it with URLs. Few combinations of filters exist, so most are found in it. */
const cached = new LRUCache<string, Promise<CatalogCounts | null>>({ max: 500, ttl: 10_000 })

/**
 * Returns the counts beside the filters; null for a search by words, whose hits are ranked and not counted, and for an
 * empty catalogue.
 */
export function countCatalog(
  { db }: Pick<Context, 'db'>,
  query: CatalogQuery,
  categories: readonly Category[] = BUILT_IN_CATEGORIES,
): Promise<CatalogCounts | null> {
  if (query.q !== '') return Promise.resolve(null)
  const { category, runtime, risk, price, verified } = query
  const filters = { category, runtime, risk, price, verified }
  const ids = categories.map(({ id }) => id)
  const key = JSON.stringify([filters, ids])
  const known = cached.get(key)
  if (known) return known
  const counts = count(db, filters, ids)
  cached.set(key, counts)
  counts.catch(() => cached.delete(key))
  return counts
}

async function count(
  db: Context['db'],
  filters: CatalogFilters,
  categories: readonly string[],
): Promise<CatalogCounts | null> {
  const choices = Object.entries({ category: categories, ...OPTIONS }).flatMap(([name, values]) =>
    values.map((value) => ({ key: `${name}:${value}`, filters: { ...filters, [name]: value } })),
  )
  const { counts, entries, sampled } = await countByFilters(db, [
    filters,
    ...choices.map((choice) => choice.filters),
  ])
  if (sampled === 0) return null
  const format = (found: number) => formatCount(found, { entries, sampled })
  const [total = 0, ...found] = counts
  return {
    total: format(total) ?? '0',
    options: Object.fromEntries(
      choices.flatMap(({ key }, index) => {
        const text = format(found[index] ?? 0)
        return text === undefined ? [] : [[key, text]]
      }),
    ),
  }
}

/** Returns “12”, or “about 12,000” for a count from a sample; undefined if the sample contains none. */
export function formatCount(
  found: number,
  { entries, sampled }: { entries: number; sampled: number },
): string | undefined {
  if (sampled >= entries) return found.toLocaleString('en')
  if (found === 0) return undefined
  const estimate = Number(((found / sampled) * entries).toPrecision(2))
  return `about ${estimate.toLocaleString('en')}`
}
