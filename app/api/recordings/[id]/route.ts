import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { readPublicRecording } from '#lib/publishing/drafts/public-recordings.ts'

/** Returns the responses of a recording that its publisher made public. */
export const GET = publicRoute<{ id: string }>(async (request, { id }) => {
  await contextOfReader(request, ['read', 'run'])
  const text = await readPublicRecording(id)
  return new Response(text, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="recording-${id}.json"`,
      // Its publisher may end the permission at any time.
      'cache-control': 'no-cache',
    },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
