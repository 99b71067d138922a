/** Claims of a token as lines of text, "name: value". A number is a number unless it is quoted. */
import { readExactNumber } from '#lib/kernel/json/exact-number.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'

/** Returns claims that are not in this form as JSON, so that they can be seen beside their problem. */
export function formatClaims(claims: Json | undefined): string {
  if (claims === undefined) return ''
  if (!isObject(claims)) return JSON.stringify(claims)
  return Object.entries(claims)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join('\n')
}

function formatValue(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const isPlain = parseValue(value) === value && value === value.trim() && !value.includes('\n')
  return isPlain ? value : JSON.stringify(value)
}

/** Returns undefined for no claims. A line without a colon becomes a claim with an empty value. */
export function parseClaims(text: string): JsonObject | undefined {
  const claims = text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    return [[name.trim(), parseValue(colon < 0 ? '' : line.slice(colon + 1).trim())] as const]
  })
  return claims.length > 0 ? Object.fromEntries(claims) : undefined
}

function parseValue(text: string): string | number {
  const number = readExactNumber(text)
  // “0042” is an identifier.
  if (number !== undefined && String(number) === text) return number
  if (!/^".*"$/.test(text)) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
