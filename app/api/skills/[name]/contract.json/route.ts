import { getContract } from '#lib/catalog/get-contract.ts'
import { answerContract } from '#lib/protocol/answer-contract.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextOfVisitor } from '#lib/session/of-visitor.ts'

type Props = { params: Promise<{ name: string }> }

/** The contract of a public skill, by `?version=` a number or a range; the same for everybody, whoever asks. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const version = new URL(request.url).searchParams.get('version') ?? undefined
    const found = await getContract(contextOfVisitor(), (await params).name, version)
    return answerContract(found, { asked: version, known: request.headers.get('if-none-match') })
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
