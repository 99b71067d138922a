/** Exact numbers, as fractions: 0.1 is a tenth here, and multiples can be told. Ground. */

export type Rational = { top: bigint; bottom: bigint }

/** The number that the decimal digits of `value` say. */
export function rational(value: number): Rational {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const power = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return power >= 0 ? reduced(digits * 10n ** BigInt(power), 1n) : reduced(digits, 10n ** BigInt(-power))
}

function reduced(top: bigint, bottom: bigint): Rational {
  const divisor = commonDivisor(top < 0n ? -top : top, bottom)
  return divisor > 1n ? { top: top / divisor, bottom: bottom / divisor } : { top, bottom }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b]
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** Null when no JSON number says it exactly, as with a third. */
export function toNumber({ top, bottom }: Rational): number | null {
  const value = Number(top) / Number(bottom)
  if (!Number.isFinite(value)) return null
  return compare(rational(value), { top, bottom }) === 0 ? value : null
}

export function compare(a: Rational, b: Rational): number {
  const difference = a.top * b.bottom - b.top * a.bottom
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

export function times(a: Rational, whole: bigint): Rational {
  return reduced(a.top * whole, a.bottom)
}

export function plus(a: Rational, b: Rational): Rational {
  return reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
}

/** Whether `a` is `b` taken a whole number of times. */
export function isMultiple(a: Rational, b: Rational): boolean {
  return (a.top * b.bottom) % (a.bottom * b.top) === 0n
}

/** The smallest number above 0 that both divide. */
export function commonMultiple(a: Rational, b: Rational): Rational {
  const [one, other] = [a.top * b.bottom, b.top * a.bottom]
  return reduced((one * other) / commonDivisor(one, other), a.bottom * b.bottom)
}

/** How often `step` fits below `value`: rounded down. */
export function floorOf(value: Rational, step: Rational): bigint {
  const [top, bottom] = [value.top * step.bottom, value.bottom * step.top]
  const quotient = top / bottom
  return top % bottom !== 0n && top < 0n ? quotient - 1n : quotient
}
