import { isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { wwwAuthenticateHeader } from '#lib/auth/oauth/oauth-metadata.ts'
import type { Context } from '#lib/context/context.ts'
import { AppError, isTooLarge, toPublicError, wrongMethod } from '#lib/kernel/errors.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { lostDigits } from '#lib/kernel/json/lost-digits.ts'
import { storesRuns } from '#lib/organisations/retention-setting.ts'
import { parseJsonText, readText } from '#lib/protocols/http/requests/read-body.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { asJsonRpc, crossOriginMethods, httpResponse } from '#lib/protocols/http/responses/other-methods.ts'
import { streamEvents } from '#lib/protocols/http/responses/stream-events.ts'
import { answerStateless, type ReadMessage } from '#lib/protocols/mcp/answer-stateless.ts'
import { storeAnswers } from '#lib/protocols/mcp/ask-in-session.ts'
import { messageSizeError, withoutArguments } from '#lib/protocols/mcp/bound-message.ts'
import { chooseServer } from '#lib/protocols/mcp/choose-server.ts'
import { endMcpSession, eventStore, replay } from '#lib/protocols/mcp/event-store.ts'
import { streamChanges } from '#lib/protocols/mcp/list-changes.ts'
import { isLongCall } from '#lib/protocols/mcp/long-calls.ts'
import { readResultForm } from '#lib/protocols/mcp/result-form.ts'
import { selectTools } from '#lib/protocols/mcp/select-tools.ts'
import { sendInOnePiece } from '#lib/protocols/mcp/send-in-one-piece.ts'
import { isOwnSession, nameSession } from '#lib/protocols/mcp/session-name.ts'
import { scopesAt } from '#lib/protocols/mcp/tool-boxes.ts'
import {
  type InvalidMessage,
  messageError,
  rejectInvalidParams,
} from '#lib/protocols/mcp/validate-message.ts'
import { contextFromKey, countFurtherCalls } from '#lib/protocols/session/context/context-from-key.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024
const SESSION = 'mcp-session-id'
export function POST(request: Request): Promise<Response> {
  return answerMcp(request, async (ctx) => {
    const read = await readMessages(request).catch(parseErrorResponse)
    if (read instanceof Response) return read
    const outline = withoutArguments(read.body)
    const invalid = messageSizeError(outline) ?? messageError(outline)
    if (invalid) return refuseMessage(invalid)
    const message = { ...read, outline }
    return (await isLegacyRequest(request, outline))
      ? answerInSession(ctx, request, message)
      : answerStateless(ctx, request, message)
  })
}

/** Answers clients of versions up to 2025-11-25, which start with `initialize`. */
async function answerInSession(
  ctx: Context,
  request: Request,
  { text, body, outline }: ReadMessage,
): Promise<Response> {
  const first = [body].flat().find(isInitialize)
  const session = request.headers.get(SESSION) ?? ''
  // A client that begins anew may still send the session before.
  if (!first && !isKnownSession(session)) return SESSION_ENDED()
  // Each message of a batch counts as a call. Clients of versions before 2025-06-18 may send batches.
  await countFurtherCalls(ctx, [body].flat().length - 1)
  const isFollowed = [body].flat().some(isLongCall)
  // A stream can be resumed only where its messages may be stored.
  const isResumable = isFollowed && (await storesRuns(ctx))
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    ...(isResumable ? { eventStore: eventStore(ctx) } : { enableJsonResponse: !isFollowed }),
  })
  const { searchParams } = new URL(request.url)
  await storeAnswers(ctx, session, body)
  const form = readResultForm(searchParams, request.headers)
  const origin = publicOrigin(request.headers)
  const { openServer } = await chooseServer(ctx, { searchParams, session, text, body, origin, form })
  await openServer().connect(transport)
  rejectInvalidParams(transport)
  const inOnePiece = sendInOnePiece(transport, body)
  const response = await inOnePiece(await transport.handleRequest(request, { parsedBody: outline }))
  // The session id is not stored; it only groups one client's requests.
  if (first) response.headers.set(SESSION, nameSession(capabilitiesIn(first)))
  return response
}

async function readMessages(request: Request): Promise<{ text: string; body: Json }> {
  const text = await readText(request, MAX_BODY_BYTES)
  const body = parseJsonText(text)
  if (lostDigits(text).some(({ path }) => /^(\/\d+)?\/id$/.test(path)))
    throw new AppError('INVALID_INPUT', {
      message: '“id” has too many digits to be stored exactly: send it as text.',
    })
  return { text, body }
}

/** Returns 200 for a known request id, because clients show only the status of other responses. */
function refuseMessage({ id, code, message }: InvalidMessage): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status: id === null ? 400 : 200 })
}

function parseErrorResponse(thrown: unknown): Response {
  const refusal = toPublicError(thrown)
  const error = { code: -32700, message: `Parse error: ${refusal.message}` }
  const headers = isTooLarge(refusal) ? { connection: 'close' } : undefined
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400, headers })
}

/** Resumes a stream after `Last-Event-ID`, or opens one with the changes of lists. */
export function GET(request: Request): Promise<Response> {
  return answerMcp(request, async (ctx) => {
    // Since 2026-07-28 a client listens with `subscriptions/listen`.
    if ((request.headers.get('mcp-protocol-version') ?? '') >= '2026-07-28')
      throw wrongMethod('GET', ['POST', 'OPTIONS'])
    if (!isKnownSession(request.headers.get(SESSION) ?? '')) return SESSION_ENDED()
    const last = request.headers.get('last-event-id')
    if (last === null) {
      const chosen = await selectTools(ctx, new URL(request.url).searchParams)
      return streamChanges(ctx, chosen, request)
    }
    return streamEvents(request.signal, (send, signal) =>
      replay(ctx, last, ({ id, message }) => send(message, id), signal),
    )
  })
}

/** Ends a session: later requests with its id get 404. */
export function DELETE(request: Request): Promise<Response> {
  return answerMcp(request, async (ctx) => {
    const session = request.headers.get(SESSION) ?? ''
    if (!isKnownSession(session)) return SESSION_ENDED()
    await endMcpSession(ctx, session)
    return new Response(null, { status: 204 })
  })
}

export const { PUT, PATCH, OPTIONS } = crossOriginMethods(['GET', 'POST', 'DELETE'], asJsonRpc)

/** On refusal, WWW-Authenticate names the authorization server, so that clients can ask their user. */
async function answerMcp(request: Request, handle: (ctx: Context) => Promise<Response>): Promise<Response> {
  const mcpSession = request.headers.get(SESSION) ?? ''
  const scopes = scopesAt(new URL(request.url).searchParams)
  const response = await httpResponse(async () => {
    const ctx = await contextFromKey(request, scopes, 'mcp', { mcpSession })
    return ctx.admission?.isMcpSessionEnded ? SESSION_ENDED() : handle(ctx)
  }, publicOrigin(request.headers))
  const { status } = response
  const hasToken = request.headers.has('authorization')
  const challenge = wwwAuthenticateHeader({
    origin: publicOrigin(request.headers),
    resourcePath: '/mcp',
    status,
    hasToken,
    scopes,
  })
  if (challenge) response.headers.set('www-authenticate', challenge)
  return readableAnywhere(response)
}

/** A request without a session is answered, too. */
function isKnownSession(session: string): boolean {
  return session === '' || isOwnSession(session)
}

/** Makes the client start a new session (Model Context Protocol, Transports, Session Management). */
const SESSION_ENDED = () => {
  const message =
    'This session has ended, or this site did not start it. Send initialize without the Mcp-Session-Id header.'
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message } }, { status: 404 })
}

function capabilitiesIn(message: Json): Json | undefined {
  return isObject(message) && isObject(message.params) ? message.params.capabilities : undefined
}

function isInitialize(message: Json): boolean {
  return isObject(message) && message.method === 'initialize'
}
