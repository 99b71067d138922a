import { listQuery } from '#lib/protocols/http/requests/vault-query.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_VAULT_FILES } from '#lib/protocols/openapi/vault-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { listFiles } from '#lib/vault/files/list-files.ts'
import { openVault } from '#lib/vault/vault.ts'

export const GET = httpRoute(async (request) => {
  const vault = openVault(await contextFromRequest(request, ['read']))
  return jsonResponse(LIST_VAULT_FILES, 200, await listFiles(vault, listQuery(request)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
