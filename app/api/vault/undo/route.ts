import { parseOperationsOf } from '#lib/contract/vault/operations-of.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { undo } from '#lib/vault/undo.ts'
import { openVaultToWrite } from '#lib/vault/vault.ts'

const MAX_BYTES = 64 * 1024

/** Takes back what was done: `{"operationIds": […]}`, `{"runId": …}` or `{"planRunId": …}`. */
export async function POST(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
    return undo(vault, parseOperationsOf(await readJsonBody(request, MAX_BYTES)))
  })
}
