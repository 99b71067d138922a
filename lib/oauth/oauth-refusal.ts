/** A refusal in OAuth's own words, for programs that speak it. Source: RFC 6749 §5.2, RFC 7591 §3.2.2. */

const STATUS: Record<string, number> = { invalid_client: 401 }

export class OAuthRefusal extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }

  get status(): number {
    return STATUS[this.code] ?? 400
  }

  /** The body of an error response. */
  toJson(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message }
  }
}
