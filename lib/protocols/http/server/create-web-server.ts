import http from 'node:http'
import { HTTP_METHODS, httpStatus, toPublicError } from '../../../kernel/errors.ts'
import { logUnlessExpected } from '../../../kernel/logging/log.ts'
import { prepareRequest } from './prepare-request.ts'

/** Longer than proxies and clients keep an idle connection: a request on one that is being closed is lost. */
const KEEP_ALIVE_MS = 75_000

/**
 * Returns the HTTP server in front of Next, which passes each request to `answer` after `prepareRequest`, and answers
 * those that it refuses.
 *
 * It ignores every `Upgrade`, as RFC 9110 §7.8 allows, and answers with HTTP/1.1: Java's HttpClient and `curl --http2`
 * offer `h2c` with each request. Node would leave such a request to the listener that Next adds later, and Next closes the
 * connection without an answer. The site has no WebSocket; `hasWebSocket` accepts that of Next's development server.
 */
export function createWebServer(
  answer: http.RequestListener,
  { hasWebSocket = false }: { hasWebSocket?: boolean } = {},
): http.Server {
  return http.createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      shouldUpgradeCallback: ({ headers }) => hasWebSocket && headers.upgrade === 'websocket',
      IncomingMessage: IncomingRequest,
    },
    (request, response) => {
      try {
        prepareRequest(request, response)
      } catch (thrown) {
        refuse(response, thrown)
        return
      }
      answer(request, response)
    },
  )
}

/**
 * A request that ends without an error when its sender leaves. Its reader learns of it from the stream, which closes
 * early.
 *
 * Next waits for the end of a body that the proxy has refused, and logs the error of a sender who leaves first with its
 * stack (`getCloneableBody` in its body-streams.js). So anyone could fill the log, and hide real errors in it.
 */
class IncomingRequest extends http.IncomingMessage {
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const hasLeft = error && 'code' in error && error.code === 'ECONNRESET'
    super._destroy(hasLeft ? null : error, callback)
  }
}

function refuse(response: http.ServerResponse, thrown: unknown): void {
  const error = toPublicError(thrown, logUnlessExpected(thrown))
  const status = httpStatus(error)
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(status === 405 && { allow: HTTP_METHODS.join(', ') }),
    })
    .end(JSON.stringify({ error }))
}
