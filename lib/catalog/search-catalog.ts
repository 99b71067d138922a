import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import type { Category } from '../contracts/document/categories.ts'
import type { RiskLevel } from '../contracts/document/skillset-document.ts'
import { AppError } from '../kernel/errors.ts'
import { formatMicros } from '../kernel/money.ts'
import { readSetting } from '../settings/read-settings.ts'
import type { CatalogCard, CatalogPage } from './catalog-views.ts'
import { type CatalogCounts, countCatalog } from './count-catalog.ts'
import { type CatalogQuery, catalogSearchParams, parseCatalogQuery } from './model/catalog-query.ts'
import { type PreparedSearch, prepareSearch } from './prepare-search.ts'
import {
  type EntryLimits,
  type FoundEntry,
  MAX_RANKED,
  type SearchCursor,
  searchEntries,
} from './rows/catalog-search.ts'

const PAGE_SIZE = 24

/** Returns a page of the catalogue, for visitors too. Throws INVALID_INPUT if `query.cursor` is from another search. */
export async function searchCatalog(
  ctx: Context,
  query: CatalogQuery,
  limit = PAGE_SIZE,
  limits: EntryLimits = {},
): Promise<CatalogPage> {
  const after = parseCursor(query)
  const prepared = query.q ? await prepareSearch(ctx.db, query.q) : null
  if (query.q && !prepared) return NOTHING
  const text = prepared && { ...prepared, name: query.q.toLowerCase() }
  const found = await searchEntries(ctx.db, { ...query, ...limits, text, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    cards: shown.map(asCard),
    nextCursor: last && found.length > limit ? writeCursor(query, last) : null,
    corrected: text?.corrected ?? null,
    total: countTotal(found, text),
  }
}

const NOTHING: CatalogPage = { cards: [], nextCursor: null, corrected: null, total: null }

/** Returns an estimate if not all matches were ranked; null for lists without words. */
function countTotal([first]: FoundEntry[], text: PreparedSearch | null): CatalogPage['total'] {
  if (!first || !text || first.ranked === 0 || text.titleMatch === null) return null
  return first.ranked < MAX_RANKED
    ? { count: first.ranked, isEstimate: false }
    : { count: Math.max(first.ranked, text.maxMatches), isEstimate: true }
}

function asCard({
  runs30d,
  succeeded30d,
  p50Ms,
  ratings,
  ratingPoints,
  runtime,
  riskLevel,
  priceMicros,
  itemMicros,
  sortValue: _,
  ranked: __,
  ...entry
}: FoundEntry): CatalogCard {
  return {
    ...entry,
    // `entriesOf` wrote these columns.
    runtime: runtime as CatalogCard['runtime'],
    riskLevel: riskLevel as RiskLevel,
    price: formatMicros(priceMicros),
    ...(itemMicros !== null && { itemPrice: formatMicros(itemMicros) }),
    evidence: { runs: runs30d, succeeded: succeeded30d, p50Ms },
    rating: ratings > 0 ? { mean: (ratingPoints / ratings).toFixed(1), count: ratings } : null,
  }
}

// Sort values as the database formats them.
const SORT_VALUE_PATTERNS = {
  ranked: /^[1-9]\d{0,4}$/,
  best: /^\d{1,3}(\.\d{1,20})?(e-\d{1,3})?$/,
  rating: /^\d{1,3}(\.\d{1,20})?(e-\d{1,3})?$/,
  used: /^\d{1,9}$/,
  newest: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?$/,
  name: /^[a-z0-9_.]{1,200}$/,
}

const cursorShape = z.tuple([
  z.string().max(20),
  z.string().max(200),
  z.string().regex(SORT_VALUE_PATTERNS.name),
])

/** Returns the cursor of the next page. It is opaque but not secret: it only names a position. */
function writeCursor(query: CatalogQuery, after: SearchCursor): string {
  return Buffer.from(JSON.stringify([searchId(query), after.sortValue, after.name])).toString('base64url')
}

/** Throws INVALID_INPUT unless the cursor is from the same search. */
function parseCursor(query: CatalogQuery): SearchCursor | undefined {
  if (query.cursor === undefined) return undefined
  const read = cursorShape.safeParse(jsonIn(query.cursor))
  const [id, sortValue, name] = read.data ?? []
  if (
    id !== searchId(query) ||
    !SORT_VALUE_PATTERNS[query.q && query.sort === 'best' ? 'ranked' : query.sort].test(sortValue ?? '') ||
    !isValidInstant(query, sortValue)
  ) {
    const issues = [{ path: '/cursor', message: 'does not belong to this search', keyword: 'cursor' }]
    throw new AppError('INVALID_INPUT', {
      message: 'Start again from the first page of this search.',
      issues,
    })
  }
  return { sortValue: sortValue!, name: name! }
}

// Other words or filters would silently skip rows.
function searchId(query: CatalogQuery): string {
  const params = catalogSearchParams({ ...query, cursor: undefined })
  return createHash('sha256').update(params.toString()).digest('base64url').slice(0, 16)
}

// The pattern accepts 2026-99-99.
function isValidInstant(query: CatalogQuery, sortValue = ''): boolean {
  return query.sort !== 'newest' || !Number.isNaN(Date.parse(`${sortValue.replace(' ', 'T')}Z`))
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

type OpenedCatalog = CatalogPage & {
  query: CatalogQuery
  /** Those of this site, also the retired ones. */
  categories: readonly Category[]
  notes: string[]
  counts: CatalogCounts | null
}

/** Invalid parts are ignored. An outdated cursor leads to the first page with a note. */
export async function openCatalog(ctx: Context, params: URLSearchParams): Promise<OpenedCatalog> {
  const categories = await readSetting(ctx.db, 'categories')
  const { query, notes } = parseCatalogQuery(params, categories)
  const counting = countCatalog(ctx, query, categories)
  try {
    return { ...(await searchCatalog(ctx, query)), query, categories, notes, counts: await counting }
  } catch (thrown) {
    if (!(thrown instanceof AppError) || query.cursor === undefined) throw thrown
    const first = { ...query, cursor: undefined }
    const note = 'That page of results is no longer available, so this is the first page.'
    return {
      ...(await searchCatalog(ctx, first)),
      query: first,
      categories,
      notes: [...notes, note],
      counts: await counting,
    }
  }
}
