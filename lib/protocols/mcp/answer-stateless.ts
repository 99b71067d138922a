/** MCP since 2026-07-28: every request stands alone, without `initialize` and without a session. */
import { createMcpHandler, isJSONRPCRequest } from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import type { Json } from '../../kernel/json/json.ts'
import { log } from '../../kernel/logging/log.ts'
import { publicOrigin } from '../session/network/caller-address.ts'
import { chooseServer } from './choose-server.ts'
import { isListening, openChanges, openChangesBus } from './list-changes.ts'
import { isLongCall } from './long-calls.ts'
import { readResultForm } from './result-form.ts'
import { invalidParamsAnswer, paramsError } from './validate-message.ts'

/** A body as text, as JSON, and as JSON without the arguments of its calls. */
export type ReadMessage = { text: string; body: Json; outline: Json }

/**
 * Answers one message; closing the connection cancels its run. Throws POLICY_DENIED for a tool that the key's scopes
 * do not include, so that the status makes clients ask for them.
 */
export async function answerStateless(
  ctx: Context,
  request: Request,
  { text, body, outline }: ReadMessage,
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const form = readResultForm(searchParams, request.headers)
  const origin = publicOrigin(request.headers)
  const { openServer, chosen } = await chooseServer(ctx, { searchParams, text, body, origin, form })
  const refusal = refuseInvalidParams(outline)
  if (refusal) return refusal
  // Only the tools that are skills change.
  const changes = chosen && isListening(body) ? openChanges(ctx, request) : undefined
  const bus = chosen && changes && (await openChangesBus(ctx, chosen, { message: body, ...changes }))
  const handler = createMcpHandler(openServer, {
    // `isLegacyRequest` has sent those elsewhere.
    legacy: 'reject',
    // The comments of a stream tell proxies that a long call is alive.
    responseMode: isLongCall(body) ? 'sse' : 'auto',
    ...(bus && { bus }),
    onerror: (error) => log.debug({ err: error }, 'an MCP message was refused'),
  })
  const { url, method, headers } = request
  const asked = changes ? new Request(url, { method, headers, signal: changes.signal }) : request
  return handler.fetch(asked, { parsedBody: outline })
}

/** Methods of earlier versions, which are unknown whatever their parameters are. */
const REMOVED = /^(initialize|ping)$/

/** The SDK would answer with −32603 and the text of its validator. */
function refuseInvalidParams(message: Json): Response | undefined {
  if (!isJSONRPCRequest(message) || REMOVED.test(message.method)) return undefined
  const wrong = paramsError(message)
  return wrong && Response.json(invalidParamsAnswer(message.id, wrong))
}
