import { deleteBlob, findBlob, openBlob } from '#lib/blobs/blobs.ts'
import { blobResponse } from '#lib/http/responses/blob-response.ts'
import { crossOriginMethods, publicResponse } from '#lib/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    const ctx = await contextFromRequest(request, ['read'])
    const blob = await findBlob(ctx, (await params).id)
    return blobResponse(request, blob, (range) => openBlob(ctx, blob.id, range))
  })
}

export const HEAD = GET

export function DELETE(request: Request, { params }: Props): Promise<Response> {
  return publicResponse(async () => {
    await deleteBlob(await contextFromRequest(request, ['write']), (await params).id)
    return new Response(null, { status: 204 })
  })
}

export const { POST, PUT, PATCH, OPTIONS } = crossOriginMethods(['GET', 'HEAD', 'DELETE'])
