import { exportFolder } from '#lib/agents/export-folder.ts'
import { writeZip } from '#lib/folders/write-zip.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromRequest } from '#lib/session/from-request.ts'

type Props = { params: Promise<{ name: string }> }

/** A skill as its folder, in a zip archive; `?version=` takes a number or a range. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    const ctx = await contextFromRequest(request, ['read'])
    const version = new URL(request.url).searchParams.get('version') ?? undefined
    const { folder, version: found, files } = await exportFolder(ctx, { name: (await params).name, version })
    const fileName = encodeURIComponent(`${folder}-${found}.zip`)
    return new Response(Buffer.from(writeZip(folder, files)), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${fileName}`,
        'cache-control': 'no-store',
      },
    })
  })
}
