import { receiveWebhook, requireTrigger } from '#lib/automations/receive-webhook.ts'
import { readText } from '#lib/protocols/http/requests/read-body.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { SEND_AUTOMATION_EVENT } from '#lib/protocols/openapi/automation-endpoints.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** Receives a webhook message. Its token or its signature authenticates the sender. */
export const POST = httpRoute<{ id: string }>(async (request, { id: automationId }) => {
  const ctx = await contextOfCaller(request)
  const headers = {
    id: request.headers.get('webhook-id'),
    timestamp: request.headers.get('webhook-timestamp'),
    signature: request.headers.get('webhook-signature'),
  }
  const token = new URL(request.url).searchParams.get('token') ?? request.headers.get('x-webhook-token')
  const contentType = request.headers.get('content-type')
  await requireTrigger(ctx, automationId)
  const body = await readText(request, MAX_BODY_BYTES)
  const { id, isRepeated } = await receiveWebhook(ctx, { automationId, headers, token, contentType, body })
  return jsonResponse(SEND_AUTOMATION_EVENT, isRepeated ? 200 : 202, { id })
})

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['POST'])
