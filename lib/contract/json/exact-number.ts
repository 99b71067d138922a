/**
 * Decimal text into a number, only when the number says exactly what the text said.
 *
 * Ground; also in the browser. Source: specification "Contracts" §3: only what loses nothing.
 */

const DECIMAL = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,6}))?$/

/** The number that `text` writes down; undefined for other text, and for digits that would be rounded away. */
export function readExactNumber(text: string): number | undefined {
  const trimmed = text.trim()
  const written = decimalOf(trimmed)
  if (!written) return undefined
  const number = Number(trimmed)
  if (!Number.isFinite(number) || decimalOf(String(number)) !== written) return undefined
  // 6.02e23 says what it means; a run of digits past 2^53-1 may be an identifier that others round.
  if (isRounded(number) && /^[+-]?\d+$/.test(trimmed)) return undefined
  return number === 0 ? 0 : number
}

/** Whether `number` is what `text` wrote down, digit for digit. */
export function isExactText(text: string, number: number): boolean {
  return decimalOf(text) === decimalOf(String(number))
}

/** Whether JSON's own reading of a number may have dropped digits: every integer past 2^53-1 has neighbours. */
export function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number)
}

/** Whether a number is a multiple of another as their digits say it: 19.99 is one of 0.01. */
export function isMultipleOf(number: number, step: number): boolean {
  if (Number.isInteger(number) && Number.isInteger(step)) return number % step === 0
  const [a, b] = [digitsOf(number), digitsOf(step)]
  if (!a || !b || b.digits === 0n) return false
  const power = Math.min(a.power, b.power)
  return (a.digits * 10n ** BigInt(a.power - power)) % (b.digits * 10n ** BigInt(b.power - power)) === 0n
}

function digitsOf(number: number): { digits: bigint; power: number } | undefined {
  const written = decimalOf(String(number))
  if (written === '0') return { digits: 0n, power: 0 }
  const [digits = '', power = ''] = written?.split('e') ?? []
  return written ? { digits: BigInt(digits), power: Number(power) } : undefined
}

/** Sign, significant digits and exponent as one text, so that 4.20, 42e-1 and 4.2 are the same. */
function decimalOf(text: string): string | undefined {
  const [, sign, mantissa = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (sign === undefined) return undefined
  const [whole = '', fraction = ''] = mantissa.split('.')
  const significant = (whole + fraction).replace(/^0+/, '')
  const digits = significant.replace(/0+$/, '')
  if (digits === '') return '0'
  const power = Number(exponent) - fraction.length + (significant.length - digits.length)
  return `${sign === '-' ? '-' : ''}${digits}e${power}`
}
