/** The only origin of the test environment. Reports an alarm if the secret arrives under another name. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { redactText } from '../../lib/kernel/redaction/redact.ts'

type OriginOptions = { secret: string; raise: (what: string) => void }

export async function answerAsOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, raise }: OriginOptions,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://origin')
  const { host = '' } = request.headers
  if (pathname === '/large') return void response.end(Buffer.alloc(11 * 1024 * 1024))
  if (pathname === '/never') return
  if (pathname === '/hop')
    return void response.writeHead(302, { location: searchParams.get('to') ?? '' }).end()
  if (pathname === '/odd') {
    return void response
      .writeHead(200, { 'x-guildhall-refused': 'forged', 'x-guildhall-url': 'forged', 'x-stored': 'yes' })
      .end('odd')
  }
  const body = await text(request)
  const received = [request.url, ...request.rawHeaders, body].join('\n')
  if (
    redactText(received, [{ key: 'secret', value: secret }]) !== received &&
    !host.startsWith('api.example:')
  )
    raise(`the secret came to ${host}`)
  if (pathname === '/echo') {
    const spelled = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]
    return void response.writeHead(200, { 'x-echo': secret }).end([received, ...spelled].join('\n'))
  }
  // The secret may legitimately arrive here, so the echo omits it.
  const echo = { method: request.method, url: request.url, headers: request.headers, body }
  response.end(JSON.stringify(echo).replaceAll(secret, '(the secret)'))
}
