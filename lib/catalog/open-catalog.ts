/** The catalogue's front page: whatever its URL says, it shows something. Floor 3; open to visitors. */
import type { Context } from '../context.ts'
import { type CatalogQuery, parseCatalogQuery } from '../contract/market/catalog-query.ts'
import { AppError } from '../errors.ts'
import { searchCatalog } from './search-catalog.ts'
import type { CatalogPage } from './views.ts'

export type OpenedCatalog = CatalogPage & {
  query: CatalogQuery
  /** What was left out of the URL, one sentence each. */
  notes: string[]
}

/** Searches as the URL says. A cursor that fits no more leads to the first page, with a note. */
export async function openCatalog(ctx: Context, params: URLSearchParams): Promise<OpenedCatalog> {
  const { query, notes } = parseCatalogQuery(params)
  try {
    return { ...(await searchCatalog(ctx, query)), query, notes }
  } catch (thrown) {
    if (!(thrown instanceof AppError) || query.cursor === undefined) throw thrown
    const first = { ...query, cursor: undefined }
    const note = 'That place in the list is gone, so this is its beginning.'
    return { ...(await searchCatalog(ctx, first)), query: first, notes: [...notes, note] }
  }
}
