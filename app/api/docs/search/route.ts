import { searchGuide } from '#components/docs/search-guide.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'

const MAX_FOUND = 5

/** Returns the titles and addresses of the best sections of the documentation, for the command palette. */
export const GET = httpRoute(async (request) => {
  await contextFromPage(request)
  const query = new URL(request.url).searchParams.get('q') ?? ''
  const items = searchGuide(query)
    .slice(0, MAX_FOUND)
    .map(({ href, title }) => ({ href, title }))
  return { items }
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
