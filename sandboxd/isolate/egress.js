import { WorkerEntrypoint } from 'cloudflare:workers'

/** Passes the requests of an isolate with declared hosts to the guard. Each hop of a redirect arrives by itself. */
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
