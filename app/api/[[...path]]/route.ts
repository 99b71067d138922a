import { readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { unknownDoor } from '#lib/protocol/unknown-door.ts'

/** What is no door: said as doors say it, and not by a page, which would come without the headers of pages. */
async function answer({ url }: Request): Promise<Response> {
  return readableAnywhere(
    await answerHttp(async () => {
      throw unknownDoor(url)
    }),
  )
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as PATCH, answer as POST, answer as PUT }
