/** A refusal in OAuth's own words, for programs that speak it. Source: RFC 6749 §5.2, RFC 7591 §3.2.2. */

/** What is no bad request (400); the last two are §4.1.2.1's, for what the others have no word for. */
const STATUS: Record<string, number> = {
  invalid_client: 401,
  temporarily_unavailable: 429,
  server_error: 500,
}

export class OAuthRefusal extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }

  get status(): number {
    return STATUS[this.code] ?? 400
  }

  /** The body of an error response. A description has no letters but ASCII's, no quotes and no backslash. */
  toJson(): { error: string; error_description: string } {
    const plain = this.message.replace(/[“”„"‘’]/g, "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
    return { error: this.code, error_description: plain }
  }
}
