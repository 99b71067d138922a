import { compileValidator } from '#lib/contracts/forms/validation/compile-validator.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { addressFrom } from '#lib/protocols/session/network/address-from.ts'

// The URL contains all that the code depends on. Only the browser may cache it, because drafts and private skills have
// forms, too.
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'private, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
}

export const GET = httpRoute(async (request) => {
  const { viewer } = await contextFromPage(request)
  const schema = new URL(request.url).searchParams.get('schema') ?? ''
  // Visitors take turns by address, so that one of them does not delay the forms of all.
  const owner = viewer?.userId ?? addressFrom(request.headers.get('x-forwarded-for'))
  const code = await compileValidator(schema, { owner })
  return new Response(code, { headers: HEADERS })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
