/**
 * Amounts of money: whole micro-USDC inside, decimal text on the wire and on pages. Ground.
 *
 * Never a floating-point number: 0.1 + 0.2 has to be 0.3. Source: specification "Execution", Money.
 */

const MICROS_PER_USDC = 1_000_000n
const DECIMAL = /^\d{1,9}(\.\d{1,6})?$/

/** "0.05" → 50000n; null for what is no amount. */
export function parseAmount(text: unknown): bigint | null {
  return typeof text === 'string' && DECIMAL.test(text) ? microsOf(text) : null
}

/**
 * A caller's highest price as text, whichever way it was sent; never in scientific notation: six digits after the
 * point are all that money has. What is no amount stays none.
 */
export function priceText(price: string | number): string {
  return typeof price === 'string' ? price : price.toFixed(6).replace(/\.?0+$/, '')
}

/** A decimal text of at most six digits after the point, in millionths. Whatever else stands in it is left out. */
export function microsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(`${whole.replace(/\D/g, '') || '0'}${fraction.replace(/\D/g, '').slice(0, 6).padEnd(6, '0')}`)
}

/** 50000n → "0.05", 2000000n → "2", -1n → "-0.000001". */
export function amountOf(micros: bigint): string {
  const [sign, size] = micros < 0n ? ['-', -micros] : ['', micros]
  const fraction = String(size % MICROS_PER_USDC)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${sign}${size / MICROS_PER_USDC}${fraction && `.${fraction}`}`
}

/** The price of one run of a skill; 0 for one that names none. */
export function priceOf({ pricing }: { pricing?: { amount: string } }): bigint {
  return microsOf(pricing?.amount ?? '0')
}

/** Days of caps begin at midnight, UTC: the same moment for everybody in an organisation. */
export function startOfDay(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}
