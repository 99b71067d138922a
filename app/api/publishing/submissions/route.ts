import { paths } from '#lib/kernel/site/paths.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { stageWithKey } from '#lib/publishing/with-key/stage-with-key.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Stages a version with a key of the scope `publish`; a person must then submit it. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextFromKey(request, ['publish'], 'studio')
  const body = await readJsonBody(request, MAX_BODY_BYTES)
  const { id, name, version, isNew } = await stageWithKey(ctx, body)
  const url = publicOrigin(request.headers) + paths.stagedSubmission(id)
  return Response.json({ id, name, version, url, is_new: isNew }, { status: 201 })
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
