import { answerBlob } from '#lib/protocol/answer-blob.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { streamBody } from '#lib/protocol/read-body.ts'
import { requirePathParam, wantedEtag, wantsNewFile } from '#lib/protocol/vault-query.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { createFile } from '#lib/vault/create-file.ts'
import { deleteFile } from '#lib/vault/delete.ts'
import { openFile } from '#lib/vault/open-file.ts'
import { openVault, openVaultToWrite } from '#lib/vault/vault.ts'
import { writeFile } from '#lib/vault/write-file.ts'

/** A file's bytes (`?path=`), or a range of them; `?download` for a file. Streamed, however long. */
export async function GET(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVault(await contextFromRequest(request, ['read']))
    const file = await openFile(vault, requirePathParam(request))
    return answerBlob(request, file, file.read)
  })
}

/** The same without the bytes. */
export const HEAD = GET

/** Keeps the body as the file: only over `If-Match`, only where nothing is with `If-None-Match: *` (RFC 9110 §13.1). */
export async function PUT(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
    const path = requirePathParam(request)
    const content = streamBody(request)
    if (wantsNewFile(request)) {
      const { effects: _, ...made } = await createFile(vault, { path, content })
      return Response.json(made, { status: 201 })
    }
    const { effects, ...written } = await writeFile(vault, { path, content, ...wantedEtag(request) })
    return Response.json(written, { status: effects.created ? 201 : 200 })
  })
}

/** Moves a file or a folder into the trash: a file only if it still is what `If-Match` says. */
export async function DELETE(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const vault = openVaultToWrite(await contextFromRequest(request, ['write']))
    const wanted = { path: requirePathParam(request), ...wantedEtag(request) }
    const { effects: _, ...deleted } = await deleteFile(vault, wanted)
    return deleted
  })
}
