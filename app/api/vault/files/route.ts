import { answerHttp } from '#lib/protocol/http-answer.ts'
import { listQuery } from '#lib/protocol/vault-query.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { listFiles } from '#lib/vault/list-files.ts'
import { openVault } from '#lib/vault/vault.ts'

/** What is in a folder: `?prefix=`, `&recursive=true`, `&limit=`, `&offset=`, as `vault.listFiles` gives it. */
export async function GET(request: Request): Promise<Response> {
  return answerHttp(async () =>
    listFiles(openVault(await contextFromRequest(request, ['read'])), listQuery(request)),
  )
}
