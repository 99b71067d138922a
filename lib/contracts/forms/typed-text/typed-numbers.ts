/** Reads numbers as people write them: "1.5", "−3", "1 234,5", "1.234,50", "€ 12", "10 %". */
import { isRounded, readExactNumber } from '../../../kernel/json/exact-number.ts'

/** Longer text exhausts the stack of a regular expression on some machines. */
const MAX_CHARS = 1_000

export type TypedNumber = {
  /** The number that is sent; undefined if the text has no certain meaning. */
  value?: number
  /** Another spelling, with a decimal point and no separators, that the person may have meant. */
  suggestion?: string
  /** The digits do not fit into a number, so that sending it would change it. */
  isTooLong?: true
}

export type NumberReading = {
  /** The language of the reader, such as "de-AT". */
  locale?: string | undefined
  isInteger?: boolean
  /** The unit or currency of the field, as `numberUnit` tells it. */
  unit?: string | undefined
}

/**
 * Reads a number in JSON notation, or as the reader's language writes it. A spelling of another language is only
 * suggested, because "1,234" may be 1.234 or 1234. The field's own unit may stand beside the number, and so may any
 * currency if the field has none. "10 %" is only suggested as 10 where the field does not say that it holds percent,
 * because it may be 0.1 there.
 *
 * Decimals beyond the precision of a number are rounded, as in a JSON request. Whole numbers are not: they may be
 * identifiers.
 */
export function readTypedNumber(text: string, options: NumberReading = {}): TypedNumber {
  if (text.length > MAX_CHARS) return {}
  const { number, isCertain } = withoutUnit(text.trim(), options.unit)
  const read = readBareNumber(number, options)
  return isCertain || read.value === undefined ? read : { suggestion: String(read.value) }
}

function readBareNumber(text: string, { locale, isInteger = false }: NumberReading): TypedNumber {
  const spelled = withPlainSigns(text)
  const decimal = locale === undefined ? undefined : decimalOf(locale)
  const plain = PLAIN.test(spelled)
  const other = withoutSeparators(spelled, decimal)
  if (plain) {
    const read = readPlain(spelled, isInteger)
    const isAmbiguous = decimal === ',' && other !== undefined && Number(other.plain) !== Number(spelled)
    return isAmbiguous ? { ...read, suggestion: other.plain } : read
  }
  if (other === undefined) return {}
  return other.decimal === decimal ? readPlain(other.plain, isInteger) : { suggestion: other.plain }
}

/** A number with something before or after it. Bounded, because a longer text is no unit. */
const WITH_UNIT =
  /^(?<sign>[+\-\u2212\u2013]?)(?<before>[^\d.,+\-\u2212\u2013]{0,16})(?<digits>[+\-\u2212\u2013]?[\d.,][\d.,' \u00a0\u2009\u202f\u2019]{0,60})(?<after>[^\d.,]{0,16})$/u

/** Splits the unit from the number; the number is the whole text if what stands beside it is no unit of this field. */
function withoutUnit(text: string, unit: string | undefined): { number: string; isCertain: boolean } {
  const { sign = '', before = '', digits = '', after = '' } = WITH_UNIT.exec(text)?.groups ?? {}
  const beside = [before, after].map((part) => part.trim()).filter((part) => part !== '')
  const written = beside[0]
  if (written === undefined || beside.length > 1) return { number: text, isCertain: true }
  const number = `${sign}${digits.trim()}`
  if (written === '%') return { number, isCertain: unit === '%' }
  const isOwn = unit === undefined ? isCurrency(written) : isSameUnit(written, unit)
  return { number: isOwn ? number : text, isCertain: true }
}

function isSameUnit(written: string, unit: string): boolean {
  if (written.toLowerCase() === unit.toLowerCase()) return true
  return isCurrencyCode(unit) && written === symbolOf(unit)
}

function isCurrency(written: string): boolean {
  return /^\p{Sc}$/u.test(written) || isCurrencyCode(written)
}

function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && Intl.supportedValuesOf('currency').includes(text)
}

function symbolOf(currency: string): string | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value
}

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,6})?$/

function readPlain(text: string, isInteger: boolean): TypedNumber {
  const exact = readExactNumber(text)
  if (exact !== undefined) return { value: exact }
  const number = Number(text)
  const isRoundedToWhole = isInteger && Number.isInteger(number)
  const isLost = !Number.isFinite(number) || number === 0 || isRounded(number) || isRoundedToWhole
  return isLost ? { isTooLong: true } : { value: number }
}

/** Replaces minus signs and dashes by a hyphen, and the spaces and apostrophes between groups of three digits. */
function withPlainSigns(text: string): string {
  const signed = text.trim().replace(/^[\u2212\u2010-\u2013\ufe63\uff0d]/, '-')
  const grouped = /^[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019]\d{3})+(?=[.,]\d*$|$)/
  return signed.replace(grouped, (digits) => digits.replaceAll(/[^\d+-]/g, ''))
}

/** Returns "1234.50" and the comma for "1.234,50", and undefined if the text is no number in any language. */
function withoutSeparators(
  text: string,
  ownDecimal: string | undefined,
): { plain: string; decimal: string } | undefined {
  const points = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (points + commas === 0) return undefined
  // The last of two kinds, or the only one that occurs once, separates the decimals.
  const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  const isGroupOnly =
    (points === 0 || commas === 0) && (points + commas > 1 || isGroup(text, last, ownDecimal))
  const decimal = isGroupOnly === (last === '.') ? ',' : '.'
  const [group, mark] = decimal === '.' ? [',', '\\.'] : ['\\.', ',']
  const fraction = isGroupOnly ? '' : `(?:${mark}\\d*)?`
  const whole = `(?:\\d{1,3}(?:${group}\\d{2,3})*${group}\\d{3}|\\d*)`
  if (!new RegExp(`^[+-]?${whole}${fraction}$`).test(text) || !/\d/.test(text)) return undefined
  return { plain: text.replaceAll(new RegExp(group, 'g'), '').replace(decimal, '.'), decimal }
}

/** A single separator before three digits, which does not separate decimals in this language. */
function isGroup(text: string, separator: string, decimal: string | undefined): boolean {
  const isThree = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  return isThree && decimal !== undefined && separator !== decimal
}

const decimals = new Map<string, string>()

function decimalOf(locale: string): string {
  const known = decimals.get(locale)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  decimals.set(locale, decimal)
  return decimal
}
