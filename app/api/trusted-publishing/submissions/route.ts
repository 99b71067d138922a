import { paths } from '#lib/kernel/site/paths.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { requireStagingToken, stageSubmission } from '#lib/publishing/from-ci/stage-submission.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Stages a submission with a token from `POST …/token`; a person must then submit it. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextOfCaller(request)
  const [, bearer] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  await requireStagingToken(ctx, bearer)
  const body = await readJsonBody(request, MAX_BODY_BYTES)
  const { id, name, version } = await stageSubmission(ctx, bearer, body)
  const url = publicOrigin(request.headers) + paths.stagedSubmission(id)
  return Response.json({ id, name, version, url }, { status: 201 })
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
