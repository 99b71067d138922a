import { uploadBody } from '#lib/protocols/http/requests/read-body.ts'
import { requirePathParam, wantedEtag, wantsNewFile } from '#lib/protocols/http/requests/vault-query.ts'
import { blobResponse } from '#lib/protocols/http/responses/blob-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { DELETE_VAULT_FILE, WRITE_VAULT_FILE } from '#lib/protocols/openapi/vault-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { createFile } from '#lib/vault/files/create-file.ts'
import { openVaultFile } from '#lib/vault/files/read-file.ts'
import { deleteFile } from '#lib/vault/files/rename-file.ts'
import { writeFile } from '#lib/vault/files/write-file.ts'
import { openVault, openVaultToWrite } from '#lib/vault/vault.ts'

export const GET = httpRoute(async (request) => {
  const vault = openVault(await contextFromRequest(request, ['read']))
  const file = await openVaultFile(vault, requirePathParam(request))
  return blobResponse(request, file, file.read)
})

export const HEAD = GET

/** Writes a file under the conditions `If-Match` and `If-None-Match: *` (RFC 9110 §13.1). */
export const PUT = httpRoute(async (request) => {
  const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
  const path = requirePathParam(request)
  const content = uploadBody(request)
  if (wantsNewFile(request)) {
    const { effects: _, ...created } = await createFile(vault, { path, content })
    return jsonResponse(WRITE_VAULT_FILE, 201, created)
  }
  const { effects, ...written } = await writeFile(vault, { path, content, ...wantedEtag(request) })
  return jsonResponse(WRITE_VAULT_FILE, effects.created ? 201 : 200, written)
})

export const DELETE = httpRoute(async (request) => {
  const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
  const target = { path: requirePathParam(request), ...wantedEtag(request) }
  const { effects: _, ...deleted } = await deleteFile(vault, target)
  return jsonResponse(DELETE_VAULT_FILE, 200, deleted)
})

export const { POST, PATCH, OPTIONS } = otherMethods(['GET', 'PUT', 'DELETE'])
