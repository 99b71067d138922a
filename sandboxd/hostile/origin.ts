/** The one origin of the suite's world: what it answers, by path, and that it gets the secret under one name only. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { redactText } from '../../lib/contract/json/redact.ts'

type Watch = { secret: string; raise: (what: string) => void }

export async function answerAsOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, raise }: Watch,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://origin')
  const { host = '' } = request.headers
  if (pathname === '/large') return void response.end(Buffer.alloc(11 * 1024 * 1024))
  if (pathname === '/never') return
  if (pathname === '/hop')
    return void response.writeHead(302, { location: searchParams.get('to') ?? '' }).end()
  if (pathname === '/odd') {
    return void response
      .writeHead(200, { 'x-guildhall-refused': 'forged', 'x-guildhall-url': 'forged', 'x-kept': 'yes' })
      .end('odd')
  }
  const body = await text(request)
  const brought = [request.url, ...request.rawHeaders, body].join('\n')
  if (redactText(brought, [{ key: 'secret', value: secret }]) !== brought && !host.startsWith('api.example:'))
    raise(`the secret came to ${host}`)
  if (pathname === '/echo') {
    const spelled = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]
    return void response.writeHead(200, { 'x-echo': secret }).end([brought, ...spelled].join('\n'))
  }
  // Told without the secret, which may well come here: what an origin echoes is its own.
  const told = { method: request.method, url: request.url, headers: request.headers, body }
  response.end(JSON.stringify(told).replaceAll(secret, '(the secret)'))
}
