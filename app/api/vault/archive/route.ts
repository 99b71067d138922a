import { IMPORT_LIMITS } from '#lib/contract/vault/archive-limits.ts'
import { attachment, streamOf } from '#lib/protocol/answer-blob.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readBody } from '#lib/protocol/read-body.ts'
import { importQuery } from '#lib/protocol/vault-query.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { archiveName, exportZip } from '#lib/vault/export-zip.ts'
import { importZip } from '#lib/vault/import-zip.ts'
import { openVault, openVaultToWrite } from '#lib/vault/vault.ts'

/** A folder (`?prefix=`), or everything, as a zip archive. */
export async function GET(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVault(await contextFromRequest(request, ['read']))
    const prefix = new URL(request.url).searchParams.get('prefix') ?? ''
    const content = await exportZip(vault, { prefix })
    return new Response(streamOf(content), { headers: attachment(archiveName(prefix), 'application/zip') })
  })
}

/** A zip archive's files into a folder (`?prefix=`); `&collisionStrategy=` for paths that are taken. */
export async function POST(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
    const wanted = importQuery(request)
    const { effects: _, ...imported } = await importZip(
      vault,
      await readBody(request, IMPORT_LIMITS.archiveBytes),
      wanted,
    )
    return imported
  })
}
