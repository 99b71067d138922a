import { openSkill } from '#lib/agents/open-skill.ts'
import { quoteRun } from '#lib/execution/quote-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { restQuote } from '#lib/protocol/rest-quote.ts'
import { contextOfReader } from '#lib/session/of-reader.ts'

type Props = { params: Promise<{ name: string }> }

/** What one run will cost and be like, before anything runs; in `?version=`. With a key, for its organisation. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextOfReader(request, ['read', 'run'])
    const version = new URL(request.url).searchParams.get('version') ?? undefined
    const opened = await openSkill(ctx, { name: (await params).name, version })
    return Response.json(restQuote(opened, await quoteRun(ctx, opened)), {
      headers: { 'cache-control': 'no-store' },
    })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
