import { workOwner } from '#lib/context/context.ts'
import { zipResponse } from '#lib/http/responses/contract-response.ts'
import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/session/context/context-from-request.ts'
import { zipSkillFolder } from '#lib/skill-files/read-skill-files.ts'
import { exportSkillFolder } from '#lib/skills-protocol/export-skill-folder.ts'

type Props = { params: Promise<{ name: string }> }

export function GET(request: Request, { params }: Props): Promise<Response> {
  return httpResponse(async () => {
    const ctx = await contextFromRequest(request, ['read'])
    const version = new URL(request.url).searchParams.get('version') ?? undefined
    const exported = await exportSkillFolder(ctx, { name: (await params).name, version })
    return zipResponse(await zipSkillFolder(exported, workOwner(ctx)))
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
