import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { isRealInstant } from '#lib/kernel/text/real-instant.ts'

type Described = { field?: string; name: string; schema?: JsonSchema }

/** Numbers that may be instants, from 2001 to 2286. Durations and amounts are rarely that large. */
const SECONDS = { from: 1e9, to: 1e10 }
const MILLISECONDS = { from: 1e12, to: 1e13 }
const INSTANT_NAME =
  /(^|[ _-])(at|ms|time|timestamp|epoch|ts|date|created|updated|modified|changed|expires|mtime)$/i
const EPOCH = /\b(epoch|unix)\b/i
const EPOCH_FORMATS = ['epoch', 'unix-time', 'unix-timestamp', 'timestamp']

/** Returns epoch milliseconds if the size fits and format, description or a name such as "createdAt" declares them. */
export function toInstantIfTime(value: number, { field = '', name, schema }: Described): number | undefined {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  const isNamed = INSTANT_NAME.test(words) || INSTANT_NAME.test(name)
  const isDeclared =
    EPOCH_FORMATS.includes(String(schema?.format)) || EPOCH.test(`${name} ${schema?.description ?? ''}`)
  if (!isNamed && !isDeclared) return undefined
  if (value >= MILLISECONDS.from && value < MILLISECONDS.to) return value
  return value >= SECONDS.from && value < SECONDS.to && !/ms$/i.test(field || name)
    ? value * 1_000
    : undefined
}

const BYTE_UNITS = ['byte', 'bytes', 'B']
const BYTES_NAME = /(^bytes?( |$)|(^| )bytes?$)/

/** Tells whether a number is a size in bytes, by its unit or by a name such as "sizeBytes". */
export function isByteSize(value: number, { field = '', schema }: Omit<Described, 'name'>): boolean {
  if (!Number.isInteger(value) || value < 0) return false
  const unit = schema?.['x-unit']
  return typeof unit === 'string' ? BYTE_UNITS.includes(unit) : BYTES_NAME.test(spacedWords(field))
}

/** Returns the unit to write after a number; undefined without one, and for bytes, which are written as a size. */
export function unitOf(schema: JsonSchema | undefined): string | undefined {
  const unit = schema?.['x-unit']
  return typeof unit === 'string' && unit !== '' && !BYTE_UNITS.includes(unit) ? unit : undefined
}

const UNIT_OF_PROGRAMS =
  /[,;]?\s*\(?(as |in )?((unix|epoch)[ -](milliseconds|seconds|time)|(milli)?seconds since (the )?(unix )?epoch|milliseconds since 1970|bytes)\)?(?=[.;,]|\s*$)/gi

/**
 * Returns the description of a number that is drawn as a date or a size, without the unit that programs get: “The last
 * change.” for “The last change, in epoch milliseconds.”
 */
export function describeForPeople(
  description: string | undefined,
  value: Json | undefined,
  described: Described,
): string | undefined {
  if (!description || typeof value !== 'number') return description
  const isTranslated = toInstantIfTime(value, described) !== undefined || isByteSize(value, described)
  return isTranslated ? description.replace(UNIT_OF_PROGRAMS, '') : description
}

function spacedWords(field: string): string {
  return field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Tells whether a text is an instant: by its schema, or as a date with time and zone. Days that do not exist are none.
 */
export function isDateTime(text: string, schema: JsonSchema | undefined): boolean {
  const isInstant = schema?.format === 'date-time' || (schema?.format === undefined && DATE_TIME.test(text))
  return isInstant && isRealInstant(text)
}

const MONEY =
  /(^| )(amount|balance|budget|charge|cost|discount|due|fee|gross|net|pay|payment|price|salary|sum|subtotal|tax|tip|total|vat)( |$)/
const NOT_MONEY = /(^| )(count|id|number|percent|quantity|rate|ratio|share)( |$)/

/** Returns the currency of the schema or, for a field whose name is about money, that of its record. */
export function currencyFor(
  { field = '', schema }: Omit<Described, 'name'>,
  ofRecord?: string,
): string | undefined {
  const declared = parseCurrency(schema?.['x-currency'])
  if (declared) return declared
  const words = spacedWords(field)
  return MONEY.test(words) && !NOT_MONEY.test(words) ? ofRecord : undefined
}

export function findCurrency(record: JsonObject): string | undefined {
  return parseCurrency(record.currency ?? record.currency_code ?? record.currencyCode)
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

function parseCurrency(code: Json | undefined): string | undefined {
  if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) return undefined
  return CURRENCIES.has(code) ? code : undefined
}

/**
 * Returns all digits in the reader's language: "1,290.6" or "€1,290.60". Whole numbers are not grouped, because they
 * may be years or order numbers.
 */
export function formatNumber(
  value: number,
  { locale, currency }: { locale: string; currency?: string },
): string {
  if (currency)
    return getFormatter(locale, { style: 'currency', currency, maximumFractionDigits: 6 }).format(value)
  const isExtreme = value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-6)
  if (isExtreme) return String(value)
  const useGrouping = !Number.isInteger(value) && Math.abs(value) >= 1_000
  return getFormatter(locale, { maximumSignificantDigits: 15, useGrouping }).format(value)
}

// Cached, because they are costly and a table has thousands of numbers.
const formatters = new Map<string, Intl.NumberFormat>()

function getFormatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${options.currency} ${options.useGrouping}`
  const formatter = formatters.get(name) ?? new Intl.NumberFormat(locale, options)
  formatters.set(name, formatter)
  return formatter
}
