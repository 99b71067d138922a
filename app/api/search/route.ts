import { searchCatalog } from '#lib/catalog/search-catalog.ts'
import { parseCatalogQuery } from '#lib/contract/market/catalog-query.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { countCaller } from '#lib/session/of-visitor.ts'

/** The catalogue as JSON, for ⌘K and for "Load more": the parameters of the page, `{cards, nextCursor}` back. */
export function GET(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const { query } = parseCatalogQuery(new URL(request.url).searchParams)
    const ctx = await contextFromCookie()
    if (!ctx.viewer) await countCaller(ctx.db, request)
    return searchCatalog(ctx, query)
  })
}
