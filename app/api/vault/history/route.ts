import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { LIST_VAULT_HISTORY } from '#lib/protocols/openapi/vault-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { listFileHistory, listJournal } from '#lib/vault/history/history.ts'
import { openVault } from '#lib/vault/vault.ts'

/** Returns the history of a file (`?path=`) or the vault, newest first; `&before=` pages. */
export const GET = httpRoute(async (request) => {
  const vault = openVault(await contextFromRequest(request, ['read']))
  const query = new URL(request.url).searchParams
  const path = query.get('path')
  const before = query.get('before')
  const page = before === null ? {} : { before }
  const lines = path === null ? await listJournal(vault, page) : await listFileHistory(vault, path, page)
  return jsonResponse(LIST_VAULT_HISTORY, 200, { lines })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
