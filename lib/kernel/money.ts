/** Micro-USDC, as decimal text in APIs and pages. See docs/spec/execution.md §5. */

const MICROS_PER_USDC = 1_000_000n
const DECIMAL = /^\d{1,9}(\.\d{1,6})?$/

/** Returns micro-USDC; null unless decimal text with at most nine digits, and six decimals. */
export function parseAmount(text: unknown): bigint | null {
  return typeof text === 'string' && DECIMAL.test(text) ? parseMicros(text) : null
}

/** Returns decimal text with at most six decimals; text unchanged. */
export function formatPrice(price: string | number): string {
  return typeof price === 'string' ? price : price.toFixed(6).replace(/\.?0+$/, '')
}

/** "0.05" → 50000n. For checked text: ignores other characters and further decimals. */
export function parseMicros(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(`${whole.replace(/\D/g, '') || '0'}${fraction.replace(/\D/g, '').slice(0, 6).padEnd(6, '0')}`)
}

/** 50000n → "0.05", -1_000_000n → "-1" */
export function formatMicros(micros: bigint): string {
  const [sign, size] = micros < 0n ? ['-', -micros] : ['', micros]
  const fraction = String(size % MICROS_PER_USDC)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${sign}${size / MICROS_PER_USDC}${fraction && `.${fraction}`}`
}

/** As `formatMicros`; null for null, which means no limit. */
export function formatMicrosOrNull(micros: bigint | null): string | null {
  return micros === null ? null : formatMicros(micros)
}

/** "5" → "5.00", "1290.6" → "1,290.60", "-0.005" → "−0.005" */
export function formatAmount(amount: string, locale = 'en'): string {
  const [, fraction = ''] = amount.split('.')
  const digits = Math.max(2, fraction.length)
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // Exact, because `format` takes decimal text.
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−')
}

/** Returns micro-USDC; 0n without a price. */
export function priceOf({ pricing }: { pricing?: { amount: string } }): bigint {
  return parseMicros(pricing?.amount ?? '0')
}

/** Returns the micro-USDC of each item of the output, or null for a price of the whole run. */
export function itemPriceOf({ pricing }: { pricing?: { perItem?: { amount: string } } }): bigint | null {
  return pricing?.perItem ? parseMicros(pricing.perItem.amount) : null
}

/** Returns decimal USDC; with `itemPrice` for items of the output, `price` is the most that a run costs. */
export function pricesOf(skill: Parameters<typeof priceOf>[0] & Parameters<typeof itemPriceOf>[0]): {
  price: string
  itemPrice?: string
} {
  const itemMicros = itemPriceOf(skill)
  return {
    price: formatMicros(priceOf(skill)),
    ...(itemMicros !== null && { itemPrice: formatMicros(itemMicros) }),
  }
}

/** Returns micro-USDC, or null for a paid skill without dry runs. */
export function dryRunPriceOf({
  pricing,
  dryRun,
}: {
  pricing?: { amount: string; dryRunAmount?: string }
  dryRun?: string
}): bigint | null {
  if (priceOf({ pricing }) === 0n) return 0n
  return dryRun === 'supported' ? parseMicros(pricing?.dryRunAmount ?? '0') : null
}

export function dryRunAmountOf(skill: Parameters<typeof dryRunPriceOf>[0]): string | null {
  return formatMicrosOrNull(dryRunPriceOf(skill))
}

export function startOfDay(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}
