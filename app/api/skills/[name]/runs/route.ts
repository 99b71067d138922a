import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { startedRunResponse } from '#lib/protocols/http/responses/rest-answers.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { MAX_ARGS_BYTES } from '#lib/runs/prepare/prepare-run-input.ts'
import { requireRunScope } from '#lib/runs/resolve/resolve-skill.ts'
import { parseRestRun } from '#lib/runs/start/run-options.ts'
import { startRun, waitForConnection } from '#lib/runs/start/start-run.ts'

/** Twice the size of the arguments, because escaping and the other fields take room, too. */
const MAX_BODY_BYTES = 2 * MAX_ARGS_BYTES

/** Takes `{args?, version?, …}` and returns the run. Idempotent with Idempotency-Key. */
export const POST = publicRoute<{ name: string }>(async (request, { name }) => {
  const ctx = await contextFromKey(request, [])
  requireRunScope(ctx, name)
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/args' })
  const key = request.headers.get('idempotency-key')
  const runRequest = parseRestRun(name, body, key)
  const started = await startRun(ctx, runRequest)
  return startedRunResponse(runRequest.isDeferred ? started.run : await waitForConnection(started), started)
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['POST'])
