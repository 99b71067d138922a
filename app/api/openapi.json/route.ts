import { getOpenApi } from '#lib/exports/get-openapi.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextOfReader } from '#lib/session/of-reader.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

/** The REST door as OpenAPI 3.1: public skills, or those of `?skills=a.b.c,d.e.f`; private ones with a key. */
export async function GET(request: Request): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextOfReader(request)
    const query = new URL(request.url).searchParams
    const wanted = { skills: query.get('skills'), after: query.get('after') }
    return Response.json(await getOpenApi(ctx, { ...wanted, origin: publicOrigin(request.headers) }), {
      headers: {
        'content-type': 'application/vnd.oai.openapi+json;version=3.1',
        'cache-control': 'no-cache',
      },
    })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
