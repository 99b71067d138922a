import { WorkerEntrypoint } from 'cloudflare:workers'

/** Passes the host calls of an isolate to the guard, with the run's ticket, which the isolate never sees. */
export class Calls extends WorkerEntrypoint {
  /** Takes `{method, params}` and returns `{value}` or `{error}`, as JSON text. */
  async ask(text) {
    const headers = { 'x-guildhall-ticket': this.ctx.props.ticket }
    const answer = await this.env.GUARD.fetch('http://guard/ask', {
      method: 'POST',
      headers,
      body: `${text}`,
    })
    return answer.text()
  }
}
