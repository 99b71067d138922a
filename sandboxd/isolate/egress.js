/** The way out of an isolate, in the trusted one beside it. Whether anything is let through is the guard's to say. */
import { WorkerEntrypoint } from 'cloudflare:workers'

/** Behind `fetch` of an isolate that may reach hosts. Each hop of a redirect comes here on its own. */
export class Egress extends WorkerEntrypoint {
  fetch(request) {
    const headers = new Headers(request.headers)
    headers.set('x-guildhall-url', request.url)
    headers.set('x-guildhall-ticket', this.ctx.props.ticket)
    const { method, body } = request
    return this.env.GUARD.fetch('http://guard/', { method, headers, body, redirect: 'manual' })
  }

  connect() {
    throw new TypeError('A skill can fetch URLs; it cannot open sockets.')
  }
}
