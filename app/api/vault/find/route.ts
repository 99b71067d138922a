import { findQuery } from '#lib/protocols/http/requests/vault-query.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { FIND_VAULT_FILES } from '#lib/protocols/openapi/vault-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { findFiles } from '#lib/vault/files/list-files.ts'
import { openVault } from '#lib/vault/vault.ts'

export const GET = httpRoute(async (request) => {
  const vault = openVault(await contextFromRequest(request, ['read']))
  return jsonResponse(FIND_VAULT_FILES, 200, await findFiles(vault, findQuery(request)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
