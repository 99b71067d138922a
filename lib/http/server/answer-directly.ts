import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { logUnlessExpected } from '../../logging/log.ts'
import { findDirectHandler } from './direct-routes.ts'

/** Answers a request of a direct route. Returns false if Next has to answer it. */
export function answerDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  if (!findDirectHandler(request.method ?? '', request.url ?? '')) return false
  // As in Next: the socket's address counts unless a trusted proxy has set the header (`address-from.ts`).
  request.headers['x-forwarded-for'] ??= request.socket.remoteAddress
  // The Request is made of these, and they still contain what an untrusted caller sent.
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
    // Next uses the global classes too.
    overrideGlobalObjects: false,
    errorHandler: (thrown) => {
      // The Host header is missing or invalid, or the path has a backslash.
      if (thrown instanceof RequestError) return new Response('Bad Request', { status: 400 })
      logUnlessExpected(thrown)
      return new Response('Internal Server Error', { status: 500 })
    },
  },
)
