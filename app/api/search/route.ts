import { parseCatalogQuery } from '#lib/catalog/model/catalog-query.ts'
import { searchCatalog } from '#lib/catalog/search-catalog.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'

export const GET = httpRoute(async (request) => {
  const ctx = await contextFromPage(request)
  const categories = await readSetting(ctx.db, 'categories')
  const { query } = parseCatalogQuery(new URL(request.url).searchParams, categories)
  return searchCatalog(ctx, query)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
