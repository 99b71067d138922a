/** See docs/spec/execution.md §5. */

const PPM_PER_PERCENT = 10_000n

/** Returns the fee rounded down; the rest is the publisher's. `percent` is the site's setting, such as "2.5". */
export function computeFee(priceMicros: bigint, percent: string): bigint {
  const [whole = '0', fraction = ''] = percent.split('.')
  const ppm = BigInt(whole) * PPM_PER_PERCENT + BigInt(fraction.padEnd(4, '0'))
  return (priceMicros * ppm) / (100n * PPM_PER_PERCENT)
}
