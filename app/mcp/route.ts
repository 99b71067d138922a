import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Context } from '#lib/context.ts'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { lostDigits } from '#lib/contract/json/lost-digits.ts'
import { AppError, isTooLarge, toPublicError } from '#lib/errors.ts'
import { chooseTools } from '#lib/mcp/choose-tools.ts'
import { eventStore, replay } from '#lib/mcp/event-store.ts'
import { type InvalidMessage, invalidMessage } from '#lib/mcp/invalid-message.ts'
import { refuseWrongParams } from '#lib/mcp/invalid-params.ts'
import { mcpServer } from '#lib/mcp/mcp-server.ts'
import { challengeOf } from '#lib/oauth/challenge.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { parseJsonText } from '#lib/protocol/parse-json-text.ts'
import { readText } from '#lib/protocol/read-body.ts'
import { streamEvents } from '#lib/protocol/stream-events.ts'
import { contextFromKey, countFurther } from '#lib/session/from-key.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024
const SESSION = 'mcp-session-id'
/** Tools that may take long enough to be followed: they are answered as a stream that can be resumed. */
const QUICK =
  /^(list_skills|describe_skill|read_skill_file|create_blob|read_blob|load_skills_protocol_guide)$/

/** The Model Context Protocol by Streamable HTTP: a request, answered as JSON or, for a run, as a stream. */
export function POST(request: Request): Promise<Response> {
  return answerMcp(request, async (ctx) => {
    const read = await readMessages(request).catch(unreadable)
    if (read instanceof Response) return read
    const { text, body } = read
    const invalid = invalidMessage(body)
    if (invalid) return refuseMessage(invalid)
    // The SDK takes batches still, though the protocol has none since 2025-06-18: each message of one is a call.
    await countFurther(ctx, [body].flat().length - 1)
    const isFollowed = [body].flat().some(isLongCall)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      ...(isFollowed ? { eventStore: eventStore(ctx) } : { enableJsonResponse: true }),
    })
    const session = request.headers.get(SESSION) ?? ''
    const chosen = await chooseTools(ctx, new URL(request.url).searchParams)
    await mcpServer(ctx, { ...chosen, session, text, body }).connect(transport)
    refuseWrongParams(transport)
    const answer = await transport.handleRequest(request, { parsedBody: body })
    // It stands for nothing that is kept here; it tells one client's requests from another's.
    if ([body].flat().some(isInitialize)) answer.headers.set(SESSION, crypto.randomUUID())
    return answer
  })
}

async function readMessages(request: Request): Promise<{ text: string; body: Json }> {
  const text = await readText(request, MAX_BODY_BYTES)
  const body = parseJsonText(text)
  if (lostDigits(text).some(({ path }) => /^(\/\d+)?\/id$/.test(path)))
    throw new AppError('INVALID_INPUT', {
      message: '“id” has more digits than a number keeps: send it as text.',
    })
  return { text, body }
}

/** Who can be told by the id of the request is: of another status a client tells nothing but that. */
function refuseMessage({ id, code, message }: InvalidMessage): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status: id === null ? 400 : 200 })
}

/** What cannot be read is answered as JSON-RPC has it (§5.1). */
function unreadable(thrown: unknown): Response {
  const refusal = toPublicError(thrown)
  const error = { code: -32700, message: `Parse error: ${refusal.message}` }
  const headers = isTooLarge(refusal) ? { connection: 'close' } : undefined
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400, headers })
}

/** Nothing is said unasked: a stream is only for going on after the event that `Last-Event-ID` names. */
export function GET(request: Request): Promise<Response> {
  return answerMcp(request, async (ctx) => {
    const last = request.headers.get('last-event-id')
    if (last === null) return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } })
    return streamEvents(request.signal, (send, signal) =>
      replay(ctx, last, ({ id, message }) => send(message, id), signal),
    )
  })
}

/** A client says that it is done; nothing was kept. */
export function DELETE(request: Request): Promise<Response> {
  return answerMcp(request, async () => new Response(null, { status: 204 }))
}

export function OPTIONS(): Response {
  return answerPreflight('GET, POST, DELETE')
}

/** Always with a key or a token: who has none is told where to get one, and clients then ask their person. */
async function answerMcp(request: Request, work: (ctx: Context) => Promise<Response>): Promise<Response> {
  const answer = await answerHttp(async () => work(await contextFromKey(request, ['read', 'run'], 'mcp')))
  const { status } = answer
  const hasToken = request.headers.has('authorization')
  const challenge = challengeOf({ origin: publicOrigin(request.headers), door: '/mcp', status, hasToken })
  if (challenge) answer.headers.set('www-authenticate', challenge)
  return readableAnywhere(answer)
}

function isInitialize(message: Json): boolean {
  return isObject(message) && message.method === 'initialize'
}

function isLongCall(message: Json): boolean {
  if (!isObject(message) || message.method !== 'tools/call') return false
  return !(isObject(message.params) && QUICK.test(String(message.params.name)))
}
