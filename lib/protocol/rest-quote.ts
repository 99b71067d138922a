/** A quote as the REST door speaks of it. Floor 4, pure. */

type Quoted = {
  price: string
  priceOfCalls: string
  terms: string
  balance?: string
  durationMs: { p50: number | null; p95: number | null }
  outputBytes: { p50: number | null; p95: number | null }
  riskLevel: string
  sideEffects: string[]
}

export function restQuote({ name, version }: { name: string; version: string }, quote: Quoted): object {
  return {
    skill: name,
    version,
    price: quote.price,
    price_of_calls: quote.priceOfCalls,
    currency: 'USDC',
    terms: quote.terms,
    ...(quote.balance !== undefined && { balance: quote.balance }),
    duration_ms: quote.durationMs,
    output_bytes: quote.outputBytes,
    risk_level: quote.riskLevel,
    side_effects: quote.sideEffects,
  }
}
