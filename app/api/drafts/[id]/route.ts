import { zipSkillFolder } from '#lib/blobs/skill-files/read-skill-files.ts'
import { workOwner } from '#lib/context/context.ts'
import { zipResponse } from '#lib/protocols/http/responses/contract-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { exportDocument, exportDraftFolder } from '#lib/publishing/drafts/export-draft.ts'

export const GET = httpRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromPage(request, 'studio')
  const skill = new URL(request.url).searchParams.get('skill')
  if (skill !== null) {
    const folder = await exportDraftFolder(ctx, { skillSetId: id, skill })
    return zipResponse(await zipSkillFolder(folder, workOwner(ctx)))
  }
  const { fileName, text } = await exportDocument(ctx, id)
  return new Response(text, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
