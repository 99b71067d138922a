/** Parses JSON, or a curl command that contains some. */
import { isRounded, readExactNumber } from '#lib/json/exact-number.ts'
import type { Json } from '#lib/json/json.ts'
import { faultText, readJson } from '#lib/json/read-json.ts'
import { readCurl } from './read-curl.ts'

/** `text` replaces the input where it differs. */
export type TypedInput =
  | { value: Json; text?: string; error?: undefined }
  | { value?: undefined; text?: undefined; error: string }

export function parseTypedInput(text: string): TypedInput {
  if (/^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text)) {
    const { value, error } = readCurl(text)
    return error === undefined ? { value, text: JSON.stringify(value, null, 2) } : { error }
  }
  const { value, fault } = readJson(text)
  if (fault) return { error: faultText(fault) }
  const lost = lostNumber(text)
  if (lost === undefined) return { value }
  return {
    error: `the number ${lost} is too large for JSON; put it in quotes to send it as text`,
  }
}

/** Returns a number that would silently lose digits, if any. */
function lostNumber(text: string): string | undefined {
  let lost: string | undefined
  JSON.parse(text, (_key, value, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    const isLost = !Number.isFinite(value) || (isRounded(value) && readExactNumber(source) === undefined)
    if (isLost) lost ??= source.length > 40 ? `${source.slice(0, 40)}…` : source
    return value
  })
  return lost
}
