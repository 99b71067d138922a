import { requireViewer } from '#lib/context/context.ts'
import { readBody } from '#lib/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/http/responses/other-methods.ts'
import { contextFromRequest } from '#lib/session/context/context-from-request.ts'
import { importFolder } from '#lib/studio/import-folder.ts'
import { SKILL_ARCHIVE_LIMITS } from '#lib/zip/archive-limits.ts'

/** `?handle=` and `?into=` select the draft. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextFromRequest(request, ['write'], 'studio')
  requireViewer(ctx)
  const { searchParams } = new URL(request.url)
  const content = await readBody(request, SKILL_ARCHIVE_LIMITS.archiveBytes)
  const where = {
    handle: searchParams.get('handle') ?? undefined,
    into: searchParams.get('into') || undefined,
    directory: searchParams.get('directory') ?? undefined,
  }
  const { skillSetId, name, isReplaced, findings } = await importFolder(ctx, { ...where, content })
  return { skill_set_id: skillSetId, name, replaced: isReplaced, findings }
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
