import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_REPOSITORY_SKILLS } from '#lib/protocols/openapi/skill-endpoints.ts'
import { contextFromRequest, countCostlyCall } from '#lib/protocols/session/context/context-from-request.ts'
import { listRepository } from '#lib/publishing/repositories/import-repository.ts'
import { toRestRepository } from '#lib/publishing/repositories/rest-repository.ts'

/** Lists the skills of the public repository at `?address=`. */
export const GET = httpRoute(async (request) => {
  const ctx = await contextFromRequest(request, ['publish'], 'studio')
  await countCostlyCall(ctx)
  const address = new URL(request.url).searchParams.get('address') ?? ''
  return jsonResponse(LIST_REPOSITORY_SKILLS, 200, toRestRepository(await listRepository(ctx, address)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
