import { AGENT_TOOLS } from '#lib/agents/all-tools.ts'
import { acceptedParams } from '#lib/agents/take-params.ts'
import { callTool } from '#lib/agents/tool.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { challengeOf } from '#lib/oauth/challenge.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { logUnlessExpected } from '#lib/protocol/log.ts'
import { readText } from '#lib/protocol/read-body.ts'
import { answerRpc, answerUnread, type RpcAnswer, type RpcServer } from '#lib/protocol/rpc/answer-rpc.ts'
import { openRpcDocument } from '#lib/protocol/rpc/open-rpc.ts'
import { contextFromBearer } from '#lib/session/from-bearer.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024
const DISCOVER = 'rpc.discover'

/** The Skills Protocol: JSON-RPC 2.0, a request or a batch of them in each POST. */
export async function POST(request: Request): Promise<Response> {
  const text = await readText(request, MAX_BODY_BYTES).catch(answerUnread)
  const answer = typeof text === 'string' ? await answerRpc(serverFor(request), text) : text
  return readableAnywhere(responseOf(answer, request.headers))
}

/** For a person the chapter of the documentation, for a program that asks for JSON the methods. */
export function GET(request: Request): Response {
  const wantsJson = (request.headers.get('accept') ?? '').startsWith('application/json')
  if (wantsJson) return readableAnywhere(Response.json(discover(request)))
  return new Response(null, { status: 303, headers: { location: paths.docsRpc } })
}

export function OPTIONS(): Response {
  return answerPreflight('GET, POST')
}

function serverFor(request: Request): RpcServer {
  const tools = new Map(AGENT_TOOLS.map((tool) => [tool.name, tool]))
  const caller = contextFromBearer(request, 'rpc')
  return {
    knows: (method) => method === DISCOVER || tools.has(method),
    exact: '/params/args',
    call: async (method, params, lost) => {
      const tool = tools.get(method)
      return tool ? callTool(await caller(), tool, params, { lost }) : discover(request)
    },
    report: logUnlessExpected,
  }
}

function discover(request: Request) {
  const methods = AGENT_TOOLS.map((tool) => ({ ...tool, accepts: acceptedParams(tool) }))
  return openRpcDocument(methods, publicOrigin(request.headers) + paths.rpc)
}

function responseOf({ body, status, retryAfter, isCutShort }: RpcAnswer, sent: Headers): Response {
  const hasToken = sent.has('authorization')
  const challenge = challengeOf({ origin: publicOrigin(sent), door: paths.rpc, status, hasToken })
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
