import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { logUnlessExpected } from '../../../kernel/logging/log.ts'
import { findDirectHandler } from './direct-routes.ts'

/** Returns false if Next has to answer. */
export function answerDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  if (!findDirectHandler(request.method ?? '', request.url ?? '')) return false
  // Next does the same (`address-from.ts`).
  request.headers['x-forwarded-for'] ??= request.socket.remoteAddress
  // The raw headers are still as an untrusted caller sent them.
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value = '']) =>
    [value].flat().flatMap((each) => [name, each]),
  )
  void listener(request, response)
  return true
}

const listener = getRequestListener(
  (request, { incoming }) => {
    const { handler, params } = findDirectHandler(incoming.method ?? '', incoming.url ?? '')!
    return handler(request, { params: Promise.resolve(params) })
  },
  {
    // Next uses them, too.
    overrideGlobalObjects: false,
    errorHandler: (thrown) => {
      // The Host header is invalid, or the path contains a backslash.
      if (thrown instanceof RequestError) return new Response('Bad Request', { status: 400 })
      logUnlessExpected(thrown)
      return new Response('Internal Server Error', { status: 500 })
    },
  },
)
