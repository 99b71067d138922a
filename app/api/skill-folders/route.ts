import { requireViewer } from '#lib/context/context.ts'
import { SKILL_ARCHIVE_LIMITS } from '#lib/kernel/zip/archive-limits.ts'
import { readBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { IMPORT_FOLDER } from '#lib/protocols/openapi/skill-endpoints.ts'
import { contextFromRequest, countCostlyCall } from '#lib/protocols/session/context/context-from-request.ts'
import { importFolder } from '#lib/publishing/drafts/import-folder.ts'

/** Imports a skill folder into the draft `?into=` of `?handle=`, or into a new SkillSet. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextFromRequest(request, ['write'], 'studio')
  requireViewer(ctx)
  await countCostlyCall(ctx)
  const { searchParams } = new URL(request.url)
  const content = await readBody(request, SKILL_ARCHIVE_LIMITS.archiveBytes)
  const where = {
    handle: searchParams.get('handle') ?? undefined,
    into: searchParams.get('into') || undefined,
    directory: searchParams.get('directory') ?? undefined,
    callPrograms: searchParams.get('programs') === 'true',
  }
  const { skillSetId, name, programs, isReplaced, findings } = await importFolder(ctx, { ...where, content })
  const imported = { skill_set_id: skillSetId, name, programs, replaced: isReplaced, findings }
  return jsonResponse(IMPORT_FOLDER, 200, imported)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
