import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { UNDO_VAULT } from '#lib/protocols/openapi/vault-endpoints.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { undo } from '#lib/vault/history/undo.ts'
import { parseOperationSelector } from '#lib/vault/model/operations-of.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'

const MAX_BYTES = 64 * 1024

/** Undoes changes, which are selected by `{"operationIds": […]}`, `{"runId": …}` or `{"planRunId": …}`. */
export const POST = httpRoute(async (request) => {
  const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
  const selector = parseOperationSelector(await readJsonBody(request, MAX_BYTES))
  return jsonResponse(UNDO_VAULT, 200, await undo(vault, selector))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
