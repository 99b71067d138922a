import { isObject } from '#lib/kernel/json/json.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { IMPORT_REPOSITORY_SKILLS } from '#lib/protocols/openapi/skill-endpoints.ts'
import { contextFromRequest, countCostlyCall } from '#lib/protocols/session/context/context-from-request.ts'
import { importRepository } from '#lib/publishing/repositories/import-repository.ts'
import { toRestImports } from '#lib/publishing/repositories/rest-repository.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Imports the chosen skills of a public repository into drafts. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextFromRequest(request, ['publish'], 'studio')
  await countCostlyCall(ctx)
  const body = await readJsonBody(request, MAX_BODY_BYTES)
  const { accept_unlicensed: acceptUnlicensed, ...choice } = isObject(body) ? body : {}
  const imported = await importRepository(ctx, { ...choice, acceptUnlicensed })
  return jsonResponse(IMPORT_REPOSITORY_SKILLS, 200, toRestImports(imported))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
