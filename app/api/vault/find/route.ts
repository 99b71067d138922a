import { findQuery } from '#lib/protocols/http/requests/vault-query.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { findFiles } from '#lib/vault/files/list-files.ts'
import { openVault } from '#lib/vault/vault.ts'

export const GET = httpRoute(async (request) =>
  findFiles(openVault(await contextFromRequest(request, ['read'])), findQuery(request)),
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
