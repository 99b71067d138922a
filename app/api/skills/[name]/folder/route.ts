import { zipSkillFolder } from '#lib/blobs/skill-files/read-skill-files.ts'
import { workOwner } from '#lib/context/context.ts'
import { zipResponse } from '#lib/protocols/http/responses/contract-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/protocols/session/context/context-from-request.ts'
import { exportSkillFolder } from '#lib/protocols/skills-protocol/open-skill.ts'

export const GET = httpRoute<{ name: string }>(async (request, { name }) => {
  const ctx = await contextFromRequest(request, ['read'])
  const version = new URL(request.url).searchParams.get('version') ?? undefined
  const exported = await exportSkillFolder(ctx, { name: name, version })
  return zipResponse(await zipSkillFolder(exported, workOwner(ctx)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
