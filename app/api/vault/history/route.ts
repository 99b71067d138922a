import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { listFileHistory, listJournal } from '#lib/vault/history.ts'
import { openVault } from '#lib/vault/vault.ts'

/** What was done, newest first: to a file (`?path=`), or in the whole vault; `&before=` for the lines before one. */
export async function GET(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVault(await contextFromRequest(request, ['read']))
    const query = new URL(request.url).searchParams
    const path = query.get('path')
    const before = query.get('before')
    const page = before === null ? {} : { before }
    return {
      lines: path === null ? await listJournal(vault, page) : await listFileHistory(vault, path, page),
    }
  })
}
