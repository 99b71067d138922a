import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { exportDocument } from '#lib/studio/import-document.ts'

type Props = { params: Promise<{ id: string }> }

/** The draft as a file: importing it again changes nothing. */
export function GET(_request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    const { fileName, text } = await exportDocument(await contextFromCookie('studio'), (await params).id)
    return new Response(text, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        // Slugs have no characters that would have to be escaped.
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
    })
  })
}
