/** Reads numbers only if no digit is lost, because a rounded id or price is worse than a refusal. See docs/spec/contracts.md §3. */

/** A longer text exhausts the stack of the regular expression on some machines. */
const MAX_CHARS = 10_000
const DECIMAL = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,6}))?$/

/** Returns undefined for a text that is no decimal number, or that a number of JavaScript would round. */
export function readExactNumber(text: string): number | undefined {
  if (text.length > MAX_CHARS) return undefined
  const trimmed = text.trim()
  const written = canonicaliseDecimal(trimmed)
  if (!written) return undefined
  const number = Number(trimmed)
  if (!Number.isFinite(number) || canonicaliseDecimal(String(number)) !== written) return undefined
  // A long integer may be an identifier; 6.02e23 is clearly approximate.
  if (isRounded(number) && /^[+-]?\d+$/.test(trimmed)) return undefined
  return number === 0 ? 0 : number
}

export function isExactText(text: string, number: number): boolean {
  return canonicaliseDecimal(text) === canonicaliseDecimal(String(number))
}

/** Beyond 2^53 - 1 a number may be the rounded form of another one. */
export function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number)
}

/** Computes with decimal digits: in binary, 19.99 would not be a multiple of 0.01. */
export function isMultipleOf(number: number, step: number): boolean {
  if (Number.isInteger(number) && Number.isInteger(step)) return number % step === 0
  const [a, b] = [splitDigits(number), splitDigits(step)]
  if (!a || !b || b.digits === 0n) return false
  const power = Math.min(a.power, b.power)
  return (a.digits * 10n ** BigInt(a.power - power)) % (b.digits * 10n ** BigInt(b.power - power)) === 0n
}

function splitDigits(number: number): { digits: bigint; power: number } | undefined {
  const written = canonicaliseDecimal(String(number))
  if (written === '0') return { digits: 0n, power: 0 }
  const [digits = '', power = ''] = written?.split('e') ?? []
  return written ? { digits: BigInt(digits), power: Number(power) } : undefined
}

/** Normalises a number, so that 4.20, 42e-1 and 4.2 have the same text. */
function canonicaliseDecimal(text: string): string | undefined {
  const [, sign, mantissa = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (sign === undefined) return undefined
  const [whole = '', fraction = ''] = mantissa.split('.')
  const significant = (whole + fraction).replace(/^0+/, '')
  const digits = significant.slice(0, endOfDigits(significant))
  if (digits === '') return '0'
  const power = Number(exponent) - fraction.length + (significant.length - digits.length)
  return `${sign === '-' ? '-' : ''}${digits}e${power}`
}

/** Not by `/0+$/`, which takes quadratic time for many zeros before another digit. */
function endOfDigits(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end
}
