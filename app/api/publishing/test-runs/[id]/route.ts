import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { testRunAnswer } from '#lib/protocols/http/responses/test-run-answer.ts'
import { contextFromKey } from '#lib/protocols/session/context/context-from-key.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { cancelTestRunWithKey, getTestRunWithKey } from '#lib/publishing/with-key/test-with-key.ts'

/** Returns a test run that had not ended when it was started, with its progress. */
export const GET = httpRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['publish'], 'studio')
  return testRunAnswer(await getTestRunWithKey(ctx, id), publicOrigin(request.headers))
})

/** Cancels a test run. */
export const DELETE = httpRoute<{ id: string }>(async (request, { id }) => {
  const ctx = await contextFromKey(request, ['publish'], 'studio')
  return testRunAnswer(await cancelTestRunWithKey(ctx, id), publicOrigin(request.headers))
})

export const { POST, PUT, PATCH, OPTIONS } = otherMethods(['GET', 'DELETE'])
