/** Requests to a workerd process, over its own socket. */
import http from 'node:http'

export type Call = { request: http.ClientRequest; answer: Promise<http.IncomingMessage> }

/**
 * Opens a request whose body is still to be sent. It has a connection of its own unless it brings an agent: closing
 * that is how a run is given up.
 */
export function openCall(socketPath: string, options: http.RequestOptions): Call {
  const request = http.request({ socketPath, agent: false, ...options })
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    // Not once: one that was given up may say so more than once.
    request.once('response', resolve).on('error', reject)
  })
  // One that was opened ahead may fail with nobody waiting for it yet.
  answer.catch(() => {})
  return { request, answer }
}

/** Sends it as it is, without a body. */
export function answerTo({ request, answer }: Call): Promise<http.IncomingMessage> {
  request.end()
  return answer
}
