import { FOLDER_LIMITS } from '#lib/contract/market/folder-limits.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readBody } from '#lib/protocol/read-body.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'
import { importFolder } from '#lib/studio/import-folder.ts'

/** Takes a skill folder as a zip archive; `?handle=` and `?into=` say where it goes. It becomes a draft. */
export function POST(request: Request): Promise<Response> {
  return answerHttp(async () => {
    const ctx = await contextFromRequest(request, ['write'], 'studio')
    const { searchParams } = new URL(request.url)
    const content = await readBody(request, FOLDER_LIMITS.archiveBytes)
    const where = {
      handle: searchParams.get('handle') ?? undefined,
      into: searchParams.get('into') || undefined,
      directory: searchParams.get('directory') ?? undefined,
    }
    const { skillSetId, name, isReplaced, findings } = await importFolder(ctx, { ...where, content })
    return { skill_set_id: skillSetId, name, replaced: isReplaced, findings }
  })
}
