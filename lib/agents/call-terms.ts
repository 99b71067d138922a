/** What a caller may say of the price of a call, and of repeating it. Floor 3, data. */
import type { JsonSchema } from '../contract/json/json.ts'
import { IDEMPOTENCY_KEY } from '../contract/market/call-texts.ts'

export const REPEATED: JsonSchema = {
  ...IDEMPOTENCY_KEY,
  description: 'Of two calls with the same key the second gets the first one’s run',
}

export const MAX_PRICE: JsonSchema = {
  type: ['string', 'number'],
  pattern: '^\\d{1,9}(\\.\\d{1,6})?$',
  minimum: 0,
  description: 'The most the run may cost, in USDC',
}
