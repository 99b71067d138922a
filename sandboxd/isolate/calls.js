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

  /** As `ask` for a part of a blob. Takes and returns its bytes beside the text. */
  async askForPart(text, bytes) {
    const answer = await this.env.GUARD.fetch('http://guard/part', {
      method: 'POST',
      headers: {
        'x-guildhall-ticket': this.ctx.props.ticket,
        'x-guildhall-call': encodeURIComponent(`${text}`),
      },
      body: bytes,
    })
    const all = new Uint8Array(await answer.arrayBuffer())
    const textBytes = Number(answer.headers.get('x-guildhall-reply-bytes'))
    return { text: new TextDecoder().decode(all.subarray(0, textBytes)), bytes: all.subarray(textBytes) }
  }
}
