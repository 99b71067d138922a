import { listMintedKeys, mintKey } from '#lib/auth/mint-key.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_KEYS, MINT_KEY } from '#lib/protocols/openapi/key-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

const MAX_BODY_BYTES = 64 * 1024

export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['read', 'run', 'write', 'publish'])
  return jsonResponse(MINT_KEY, 201, await mintKey(ctx, await readJsonBody(request, MAX_BODY_BYTES)))
})

export const GET = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['read', 'run', 'write', 'publish'])
  return jsonResponse(LIST_KEYS, 200, { keys: await listMintedKeys(ctx) })
})

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'])
