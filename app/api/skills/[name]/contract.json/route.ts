import { getContract } from '#lib/catalog/get-contract.ts'
import { answerContract } from '#lib/protocol/answer-contract.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextOfReader } from '#lib/session/of-reader.ts'

type Props = { params: Promise<{ name: string }> }

/**
 * The contract of a skill, by `?version=` a number or a range. Public ones are the same for everybody, whoever asks;
 * private ones are for keys of the organisation that publishes them.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const version = new URL(request.url).searchParams.get('version') ?? undefined
    const ctx = await contextOfReader(request, ['read', 'run'])
    const found = await getContract(ctx, (await params).name, version)
    return answerContract(found, { asked: version, known: request.headers.get('if-none-match') })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
