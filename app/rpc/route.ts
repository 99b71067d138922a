import { wwwAuthenticateHeader } from '#lib/auth/oauth/oauth-metadata.ts'
import {
  answerRefused,
  answerRpc,
  answerUnread,
  type RpcAnswer,
  type RpcServer,
} from '#lib/kernel/json-rpc/answer-rpc.ts'
import { openRpcDocument } from '#lib/kernel/json-rpc/openrpc-document.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { inSpan } from '#lib/kernel/tracing/tracing.ts'
import { readText } from '#lib/protocols/http/requests/read-body.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { asJsonRpc, crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { authenticateBearer, type Bearer } from '#lib/protocols/session/context/context-from-key.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { PROTOCOL_RESULTS } from '#lib/protocols/skills-protocol/protocol-results.ts'
import { callProtocolTool } from '#lib/protocols/skills-protocol/protocol-tool.ts'
import { PROTOCOL_TOOLS } from '#lib/protocols/skills-protocol/protocol-tools.ts'
import { buildParamsSchema } from '#lib/protocols/skills-protocol/validate-params.ts'

/** The limit for callers with an API key. */
const MAX_BODY_BYTES = 10 * 1024 * 1024
/** The limit for visitors, who can only read public data. */
const MAX_VISITOR_BODY_BYTES = 64 * 1024
const DISCOVER = 'rpc.discover'

export async function POST(request: Request): Promise<Response> {
  // Authenticates before reading, so that anonymous callers cannot send large bodies.
  const admitted = await authenticateBearer(request, 'rpc').catch((thrown: unknown) => ({ thrown }))
  return readableAnywhere(toResponse(await answerCall(request, admitted), request.headers))
}

async function answerCall(request: Request, admitted: AuthenticationResult): Promise<RpcAnswer> {
  const isRefused = 'thrown' in admitted
  const isVisitor = isRefused || !admitted.ctx.viewer
  const maxBytes = isVisitor ? MAX_VISITOR_BODY_BYTES : MAX_BODY_BYTES
  const server = serverFor(request, admitted)
  try {
    return await answerRpc(server, await readText(request, maxBytes))
  } catch (unread) {
    return isRefused ? answerRefused(admitted.thrown, server) : answerUnread(unread)
  }
}

/** Redirects people to the documentation; JSON clients get the methods. */
export function GET(request: Request): Response {
  const wantsJson = (request.headers.get('accept') ?? '').startsWith('application/json')
  if (wantsJson) return readableAnywhere(Response.json(describeMethods(request)))
  return new Response(null, { status: 303, headers: { location: paths.docsRpc } })
}

export const { PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET', 'POST'], asJsonRpc)

type AuthenticationResult = Bearer | { thrown: unknown }

function serverFor(request: Request, admitted: AuthenticationResult): RpcServer {
  const tools = new Map(PROTOCOL_TOOLS.map((tool) => [tool.name, tool]))
  // The first call was counted when the request was authenticated.
  let calls = 0
  const caller = () => {
    if ('thrown' in admitted) throw admitted.thrown
    return admitted
  }
  return {
    admit: async () => {
      calls += 1
      if (calls > 1) await caller().countCall()
      else caller()
    },
    knows: (method) => method === DISCOVER || tools.has(method),
    exact: '/params/args',
    call: async (method, params, lost) => {
      const tool = tools.get(method)
      if (!tool) return describeMethods(request)
      const attributes = { 'rpc.system.name': 'jsonrpc', 'rpc.method': method }
      return inSpan(method, { attributes }, () => callProtocolTool(caller().ctx, tool, params, { lost }))
    },
    report: logUnlessExpected,
    origin: publicOrigin(request.headers),
  }
}

function describeMethods(request: Request) {
  const methods = PROTOCOL_TOOLS.map((tool) => ({
    ...tool,
    accepts: buildParamsSchema(tool),
    returns: PROTOCOL_RESULTS[tool.name]!,
  }))
  return openRpcDocument(methods, publicOrigin(request.headers) + paths.rpc)
}

function toResponse({ body, status, retryAfter, isCutShort }: RpcAnswer, sent: Headers): Response {
  const hasToken = sent.has('authorization')
  const challenge = wwwAuthenticateHeader({
    origin: publicOrigin(sent),
    resourcePath: paths.rpc,
    status,
    hasToken,
  })
  const headers = {
    'cache-control': 'no-store',
    ...(challenge && { 'www-authenticate': challenge }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(isCutShort && { connection: 'close' }),
  }
  return body === undefined
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers })
}
