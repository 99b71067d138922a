import http from 'node:http'

/** Longer than proxies and clients keep an idle connection: a request on one that is being closed is lost. */
const KEEP_ALIVE_MS = 75_000

/**
 * The server of the built site.
 *
 * It ignores every `Upgrade`, as RFC 9110 §7.8 allows, and answers with HTTP/1.1: Java's HttpClient and `curl --http2`
 * offer `h2c` with each request. The site has no WebSocket. Node would leave such a request to the listener that Next
 * adds later, and Next closes the connection without an answer.
 */
export function createWebServer(answer: http.RequestListener): http.Server {
  return http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS, shouldUpgradeCallback: () => false }, answer)
}
