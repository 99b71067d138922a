import { compareOutputs } from '#lib/contracts/examples/assertions.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { readJsonBody } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { testRunAnswer } from '#lib/protocols/http/responses/test-run-answer.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { testWithKey } from '#lib/publishing/with-key/test-with-key.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import { waitForConnection } from '#lib/runs/start/start-run.ts'

/** A document and an input. */
const MAX_BODY_BYTES = 6 * 1024 * 1024

/**
 * Runs a skill of the document that is sent as a draft, and returns the run once it has ended; or records an example. A run
 * of the lane `long`, and one that takes longer than a connection should last, is returned while it is open: the client
 * follows it by its `run_id`, and compares the output with the recorded one itself.
 */
export const POST = httpRoute(async (request) => {
  const ctx = await contextFromKey(request, ['publish'], 'studio')
  const body = await readJsonBody(request, MAX_BODY_BYTES, { exact: '/args' })
  const tested = await testWithKey(ctx, body)
  const origin = publicOrigin(request.headers)
  const about = { is_new: tested.isNew, studio: origin + paths.publishSkillSet(tested.skillSetId) }
  if ('recording' in tested) {
    const { id, made, output, noise, secrets } = tested.recording
    const recording = { id, steps: made, noise, secrets, is_kept: tested.isKept }
    return { state: 'succeeded', output, recording, warnings: [], logs: [], url: about.studio, ...about }
  }
  const { started, recorded, assertions } = tested
  const run = await waitForConnection(started)
  const { state, output } = run
  const isCompared = recorded !== null && state === 'succeeded' && output !== undefined
  return {
    ...testRunAnswer(run, origin),
    ...(isCompared && { differences: compareOutputs(recorded.output, output, assertions) }),
    ...(recorded !== null && !isEnded(state) && { recorded_output: recorded.output }),
    ...about,
  }
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
