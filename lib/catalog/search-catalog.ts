/** Searching the catalogue: one page of public skills. Floor 3; open to visitors. */
import type { Context } from '../context.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import type { CatalogQuery } from '../contract/market/catalog-query.ts'
import { amountOf } from '../contract/money/money.ts'
import { type FoundEntry, searchEntries } from '../db/catalog-entries.ts'
import { parseCursor, writeCursor } from './cursor.ts'
import type { CatalogCard, CatalogPage } from './views.ts'

const PAGE_SIZE = 24

/** Finds a page of skills. Throws INVALID_INPUT when `query.cursor` is not from a page of the same search. */
export async function searchCatalog(
  ctx: Context,
  query: CatalogQuery,
  limit = PAGE_SIZE,
): Promise<CatalogPage> {
  const after = parseCursor(query)
  // One more than shown tells whether there is a next page.
  const found = await searchEntries(ctx.db, { ...query, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    cards: shown.map(asCard),
    nextCursor: last && found.length > limit ? writeCursor(query, last) : null,
  }
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
  place: _,
  ...entry
}: FoundEntry): CatalogCard {
  return {
    ...entry,
    // Written by `entriesOf`, from a document that passed every check.
    runtime: runtime as CatalogCard['runtime'],
    riskLevel: riskLevel as RiskLevel,
    price: amountOf(priceMicros),
    evidence: { runs: runs30d, succeeded: succeeded30d, p50Ms },
    rating: ratings > 0 ? { mean: (ratingPoints / ratings).toFixed(1), count: ratings } : null,
  }
}
