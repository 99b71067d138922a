import { getValidatorCode } from '#lib/catalog/get-skill-page.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'

// Immutable, because the URL contains the hash; private, because not everyone may see the skill.
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'private, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
}

export const GET = httpRoute<{ name: string }>(async (request, { name }) => {
  const ctx = await contextFromPage(request)
  const query = new URL(request.url).searchParams
  const [version, hash] = [query.get('version') ?? undefined, query.get('hash') ?? '']
  const code = await getValidatorCode(ctx, name, { version, hash })
  return new Response(code, { headers: HEADERS })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
