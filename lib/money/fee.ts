/** See docs/spec/execution.md §5. */

const DEFAULT_PERCENT = '1'
const PPM_PER_PERCENT = 10_000n

/** Returns the fee rounded down; the rest is the publisher's. */
export function computeFee(priceMicros: bigint, percent = process.env.GUILDHALL_FEE_PERCENT): bigint {
  return (priceMicros * parsePercent(percent)) / (100n * PPM_PER_PERCENT)
}

/** Returns decimal text; the default if the setting is not a percentage. */
export function feePercent(percent = process.env.GUILDHALL_FEE_PERCENT): string {
  return isPercent(percent) ? percent : DEFAULT_PERCENT
}

function parsePercent(percent: string | undefined): bigint {
  const [whole = '0', fraction = ''] = feePercent(percent).split('.')
  return BigInt(whole) * PPM_PER_PERCENT + BigInt(fraction.padEnd(4, '0'))
}

function isPercent(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100
}
