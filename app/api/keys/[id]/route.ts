import { revokeMintedKey } from '#lib/auth/mint-key.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'

export const DELETE = publicRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['read', 'run', 'write', 'publish'])
  await revokeMintedKey(ctx, id)
  return new Response(null, { status: 204 })
})

export const { GET, HEAD, POST, PUT, PATCH, OPTIONS } = crossOriginMethods(['DELETE'])
