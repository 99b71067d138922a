import { MAX_ARGS_BYTES } from '#lib/execution/parse-args.ts'
import { parseRestRun } from '#lib/execution/parse-run-request.ts'
import { requireRunScope } from '#lib/execution/resolve-tool.ts'
import { answerInTime, startRun } from '#lib/execution/start-run.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { readJsonBody } from '#lib/protocol/read-body.ts'
import { answerCall } from '#lib/protocol/rest-run.ts'
import { contextFromKey } from '#lib/session/from-key.ts'

type Props = { params: Promise<{ name: string }> }

/** The arguments, and as much again for what stands around them and for how they are spelled. */
const MAX_BODY_BYTES = 2 * MAX_ARGS_BYTES

/** Runs a skill, with an API key: `{args?, version?, …}` → its run; repeated calls by the header Idempotency-Key. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  const answer = await answerHttp(async () => {
    const { name } = await params
    const ctx = await contextFromKey(request, [])
    requireRunScope(ctx, name)
    const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/args' })
    const key = request.headers.get('idempotency-key')
    const { request: runRequest, isAsync } = parseRestRun(name, body, key)
    const started = await startRun(ctx, runRequest)
    return answerCall(isAsync ? started.run : await answerInTime(started), started)
  })
  return readableAnywhere(answer)
}

export function OPTIONS(): Response {
  return answerPreflight('POST')
}
