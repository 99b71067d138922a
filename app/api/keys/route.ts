import { listMintedKeys, MintFields, mintKey } from '#lib/auth/mint-key.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_KEYS, MINT_KEY } from '#lib/protocols/openapi/key-endpoints.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { coerceParams } from '#lib/protocols/skills-protocol/coerce-params.ts'
import { toBodySchema } from '#lib/runs/start/run-options.ts'

const MAX_BODY_BYTES = 64 * 1024
/** As mint_key converts them: a key that was sent "60" for 60 is the same over both. */
const MINT_PARAMS = { name: 'mint_key', parameters: toBodySchema(MintFields) }

export const POST = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['read', 'run', 'write', 'publish'])
  const { params } = coerceParams(MINT_PARAMS, (await readJsonBody(request, MAX_BODY_BYTES)) as Json)
  return jsonResponse(MINT_KEY, 201, await mintKey(ctx, params))
})

export const GET = publicRoute(async (request) => {
  const ctx = await contextFromKey(request, ['read', 'run', 'write', 'publish'])
  return jsonResponse(LIST_KEYS, 200, { keys: await listMintedKeys(ctx) })
})

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'])
