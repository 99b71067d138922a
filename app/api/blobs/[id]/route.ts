import { deleteBlob, findBlob, openBlob } from '#lib/blobs/blobs.ts'
import { answerBlob } from '#lib/protocol/answer-blob.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ id: string }> }

/** A blob's bytes, or a range of them; `?download` for a file. Streamed, however long. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromRequest(request, ['read'])
    const blob = await findBlob(ctx, (await params).id)
    return answerBlob(request, blob, (range) => openBlob(ctx, blob.id, range))
  })
  return readableAnywhere(answer)
}

/** The same without the bytes. */
export const HEAD = GET

export async function DELETE(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    await deleteBlob(await contextFromRequest(request, ['write']), (await params).id)
    return new Response(null, { status: 204 })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET, HEAD, DELETE')
}
