/** Converts an instant such as "2026-11-20T09:30:00Z" to the local time of a date and time input, and back. */
import type { Json } from '../../json/json.ts'

export function canShowInstant(json: Json | undefined): boolean {
  return json === undefined || (typeof json === 'string' && isInstant(json))
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text) && !Number.isNaN(new Date(text).getTime())
}

/** Formats in the zone of the browser, or in UTC on the server. "" for anything else. */
export function toLocalTime(value: unknown, zone: string): string {
  const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime())) return ''
  const offsetMs = zone === 'UTC' ? 0 : at.getTimezoneOffset() * 60_000
  return new Date(at.getTime() - offsetMs).toISOString().slice(0, 19)
}

export function toInstant(local: string, zone: string): string | undefined {
  if (local === '') return undefined
  const at = new Date(zone === 'UTC' ? `${local}Z` : local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().replace('.000Z', 'Z')
}
