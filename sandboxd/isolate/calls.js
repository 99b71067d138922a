import { WorkerEntrypoint } from 'cloudflare:workers'

/** Adds the run's ticket, which the isolate never sees. */
export class Calls extends WorkerEntrypoint {
  /** JSON text in, JSON text out: `{method, params}`, and `{value}` or `{error}`. */
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
