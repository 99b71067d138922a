/** A local HTTP server that answers as an endpoint of chat completions does, with the answers that the test queues. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JsonObject } from '../../../kernel/json/json.ts'

export type AskedModel = {
  headers: IncomingMessage['headers']
  url?: string | undefined
  body: JsonObject & { messages: { role: string; content: string }[] }
}

export type ModelAnswer = (response: ServerResponse) => void

/** Each request takes the next of `answers`, or HTTP 500; `asked` has the requests. Both are cleared by `reset`. */
export async function startChatModel() {
  const asked: AskedModel[] = []
  const answers: ModelAnswer[] = []
  const server = createServer(async (request, response) => {
    const { headers, url } = request
    asked.push({ headers, url, body: JSON.parse(await text(request)) })
    ;(answers.shift() ?? ((each) => each.writeHead(500).end()))(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    answers,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    reset() {
      asked.length = 0
      answers.length = 0
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers with a completion whose content is this text, or this value as JSON. */
export const answersWith =
  (content: unknown): ModelAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        choices: [{ message: { content: typeof content === 'string' ? content : JSON.stringify(content) } }],
      }),
    )
