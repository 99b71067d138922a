import { type CatalogQuery, catalogSearchParams } from '#lib/catalog/model/catalog-query.ts'
import { paths } from '#lib/kernel/site/paths.ts'

/** Returns the path of the catalogue with this query, without parameters that have their default. */
export function catalogPath(query: CatalogQuery): string {
  const params = catalogSearchParams({ ...query, q: query.q.trim() }).toString()
  return params ? `${paths.home}?${params}` : paths.home
}
