import { zipSkillFolder } from '#lib/blobs/skill-files/read-skill-files.ts'
import { workOwner } from '#lib/context/context.ts'
import { zipResponse } from '#lib/protocols/http/responses/contract-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { getSubmittedFolder } from '#lib/publishing/review/read/get-submission.ts'

/** Returns the skill `?skill=` as a zip archive, for reviewers and the publisher. */
export const GET = httpRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromPage(request, 'review')
  const skill = new URL(request.url).searchParams.get('skill') ?? ''
  const folder = await getSubmittedFolder(ctx, { id: id, skill })
  return zipResponse(await zipSkillFolder(folder, workOwner(ctx)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
