/** The API routes for tests, called in place or behind a small server. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { POST as POST_EVENT } from '#app/api/automations/[id]/events/route.ts'
import { GET as GET_BLOBS, PUT as PUT_BLOB } from '#app/api/blobs/route.ts'
import { POST as POST_PLAN_RUN } from '#app/api/plan-runs/route.ts'
import { GET as GET_PUBLISHING } from '#app/api/publishing/route.ts'
import { POST as POST_STAGED } from '#app/api/publishing/submissions/route.ts'
import { DELETE as DELETE_TEST_RUN, GET as GET_TEST_RUN } from '#app/api/publishing/test-runs/[id]/route.ts'
import { POST as POST_TEST_RUN } from '#app/api/publishing/test-runs/route.ts'
import { GET as GET_RUN_EVENTS } from '#app/api/runs/[id]/events/route.ts'
import { GET as GET_RUN } from '#app/api/runs/[id]/route.ts'
import { POST as POST_FOLDER } from '#app/api/skill-folders/route.ts'
import { POST as POST_BATCH } from '#app/api/skills/[name]/batches/route.ts'
import { POST as POST_RUN } from '#app/api/skills/[name]/runs/route.ts'
import { GET as GET_TOOL } from '#app/api/skills/[name]/tool/route.ts'
import { GET as GET_FILE, PUT as PUT_FILE } from '#app/api/vault/file/route.ts'
import { GET as GET_CLI } from '#app/cli.tgz/route.ts'
import { GET as GET_LLMS } from '#app/llms.txt/route.ts'
import { DELETE as DELETE_MCP, GET as GET_MCP, POST as POST_MCP } from '#app/mcp/route.ts'
import { POST as POST_RPC } from '#app/rpc/route.ts'
import { GET as GET_SDK } from '#app/sdk.tgz/route.ts'

type Methods = Partial<Record<string, (request: Request) => Response | Promise<Response>>>

const ROUTES: Record<string, Methods> = {
  '/rpc': { POST: POST_RPC },
  '/mcp': { GET: GET_MCP, POST: POST_MCP, DELETE: DELETE_MCP },
  '/llms.txt': { GET: GET_LLMS },
  '/sdk.tgz': { GET: GET_SDK },
  '/cli.tgz': { GET: GET_CLI },
  '/api/publishing': { GET: GET_PUBLISHING },
  '/api/publishing/submissions': { POST: POST_STAGED },
  '/api/publishing/test-runs': { POST: POST_TEST_RUN },
  '/api/skill-folders': { POST: POST_FOLDER },
  '/api/blobs': { GET: GET_BLOBS, PUT: PUT_BLOB },
  '/api/plan-runs': { POST: POST_PLAN_RUN },
  '/api/vault/file': { GET: GET_FILE, PUT: PUT_FILE },
}

/** For requests to `site`, which answers on any host. */
export const SITE_ORIGIN = 'http://localhost'

/** Calls the route of the URL; 404 for routes not listed here. */
export async function site(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { pathname, host } = new URL(request.url)
  request.headers.set('host', host)
  const route = ROUTES[pathname]?.[request.method]
  if (route) return route(request)
  const [, skill, part] = /^\/api\/skills\/([^/]+)\/(runs|tool|batches)$/.exec(pathname) ?? []
  if (skill) {
    const context = { params: Promise.resolve({ name: decodeURIComponent(skill) }) }
    if (part === 'tool') return GET_TOOL(request, context)
    return part === 'batches' ? POST_BATCH(request, context) : POST_RUN(request, context)
  }
  const [, id, events] = /^\/api\/runs\/([^/]+)(\/events)?$/.exec(pathname) ?? []
  if (id) return (events ? GET_RUN_EVENTS : GET_RUN)(request, { params: Promise.resolve({ id }) })
  const [, testRun] = /^\/api\/publishing\/test-runs\/([^/]+)$/.exec(pathname) ?? []
  if (testRun) {
    const answer = request.method === 'DELETE' ? DELETE_TEST_RUN : GET_TEST_RUN
    return answer(request, { params: Promise.resolve({ id: testRun }) })
  }
  const [, automation] = /^\/api\/automations\/([^/]+)\/events$/.exec(pathname) ?? []
  if (automation) return POST_EVENT(request, { params: Promise.resolve({ id: automation }) })
  return new Response(null, { status: 404 })
}

export async function serveSite(): Promise<{ origin: string; close: () => void }> {
  const server = http.createServer(async (asked, reply) => {
    const { method = 'GET', headers, url } = asked
    const body = method === 'GET' ? undefined : (Readable.toWeb(asked) as unknown as BodyInit)
    const sent = { method, headers: headers as HeadersInit, body, duplex: 'half' } as RequestInit
    const answer = await site(new URL(url ?? '/', `http://${headers.host}`), sent)
    reply.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(reply)
    else reply.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
