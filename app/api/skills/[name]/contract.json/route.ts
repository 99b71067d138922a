import { getContract } from '#lib/catalog/get-contract.ts'
import { contractResponse } from '#lib/protocols/http/responses/contract-response.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'

/** Returns the contract of a skill. `?version=` is a number or a range. Private contracts need a key. */
export const GET = publicRoute<{ name: string }>(async (request, { name }) => {
  const version = new URL(request.url).searchParams.get('version') ?? undefined
  const ctx = await contextOfReader(request, ['read', 'run'])
  const found = await getContract(ctx, name, version)
  return contractResponse(found, { asked: version, known: request.headers.get('if-none-match') })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
