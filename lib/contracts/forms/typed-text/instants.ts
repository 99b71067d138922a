/** Converts an instant such as "2026-11-20T09:30:00Z" to the local time of a date and time input, and back. */
import type { Json } from '../../../kernel/json/json.ts'
import { isRealInstant } from '../../../kernel/text/real-instant.ts'

/** A day that does not exist is edited as text, because a date input would show another day. */
export function canShowInstant(json: Json | undefined): boolean {
  return json === undefined || (typeof json === 'string' && isRealInstant(json))
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
