import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { undo } from '#lib/vault/history/undo.ts'
import { parseOperationSelector } from '#lib/vault/model/operations-of.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'

const MAX_BYTES = 64 * 1024

/** Takes `{"operationIds": […]}`, `{"runId": …}` or `{"planRunId": …}`. */
export const POST = httpRoute(async (request) => {
  const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
  return undo(vault, parseOperationSelector(await readJsonBody(request, MAX_BYTES)))
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
