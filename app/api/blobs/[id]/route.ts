import { deleteBlob, findBlob, openBlob } from '#lib/blobs/blobs.ts'
import { blobResponse } from '#lib/http/responses/blob-response.ts'
import { answerPreflight, readableAnywhere } from '#lib/http/responses/cross-origin.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ id: string }> }

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    const ctx = await contextFromRequest(request, ['read'])
    const blob = await findBlob(ctx, (await params).id)
    return blobResponse(request, blob, (range) => openBlob(ctx, blob.id, range))
  })
  return readableAnywhere(answer)
}

export const HEAD = GET

export async function DELETE(request: Request, { params }: Props): Promise<Response> {
  const answer = await httpResponse(async () => {
    await deleteBlob(await contextFromRequest(request, ['write']), (await params).id)
    return new Response(null, { status: 204 })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET, HEAD, DELETE')
}

export const { POST, PUT, PATCH } = otherMethods(['GET', 'DELETE'])
