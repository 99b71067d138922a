import { AppError } from '#lib/errors.ts'
import { readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'

/** What is no door: said as doors say it, and not by a page, which would come without the headers of pages. */
async function answer({ url }: Request): Promise<Response> {
  const refusal = await answerHttp(async () => {
    throw new AppError('NOT_FOUND', {
      message: `There is nothing at ${new URL(url).pathname.slice(0, 200)}.`,
      suggestedAction: 'See what there is at /api/openapi.json.',
    })
  })
  return readableAnywhere(refusal)
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT }
