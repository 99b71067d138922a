import { answerHttp } from '#lib/protocol/http-answer.ts'
import { findQuery } from '#lib/protocol/vault-query.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { findFiles } from '#lib/vault/find-files.ts'
import { openVault } from '#lib/vault/vault.ts'

/** Files by what they are called: `?name=boats`, `&limit=`. */
export async function GET(request: Request): Promise<Response> {
  return answerHttp(async () =>
    findFiles(openVault(await contextFromRequest(request, ['read'])), findQuery(request)),
  )
}
