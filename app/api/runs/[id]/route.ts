import { getRun } from '#lib/execution/get-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { answerQuestion } from '#lib/protocol/rest-run.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

type Props = { params: Promise<{ id: string }> }

/** A run of the key's organisation, as it is now. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const ctx = await contextFromKey(request, ['run', 'read'])
    return answerQuestion(await getRun(ctx, (await params).id))
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
