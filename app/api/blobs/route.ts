import { createBlob } from '#lib/blobs/blobs.ts'
import { listBlobs } from '#lib/blobs/list-blobs.ts'
import { UNKNOWN_KIND } from '#lib/contract/market/blob-kind.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { streamBody } from '#lib/protocol/read-body.ts'
import { restBlob } from '#lib/protocol/rest-blob.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

/** Keeps the request's body as a blob of `?kind=` (a MIME type), `?name=` for a file: streamed, however long. */
export async function PUT(request: Request): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromRequest(request, ['write'])
    const query = new URL(request.url).searchParams
    const kind = query.get('kind') ?? request.headers.get('content-type') ?? UNKNOWN_KIND
    const name = query.get('name') ?? undefined
    const blob = await createBlob(ctx, { content: streamBody(request), kind, name })
    return Response.json(restBlob(blob), { status: 201 })
  })
  // Whatever refused it has left the rest of the body unread.
  if (!answer.ok) answer.headers.set('connection', 'close')
  return readableAnywhere(answer)
}

/** What the organisation has, newest first. */
export async function GET(request: Request): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromRequest(request, ['read'])
    const { blobs, nextCursor } = await listBlobs(ctx, new URL(request.url).searchParams.get('cursor'))
    return { blobs: blobs.map(restBlob), next_cursor: nextCursor }
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET, PUT')
}
