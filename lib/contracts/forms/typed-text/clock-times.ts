/** Times of day with a zone, such as "14:30:00Z" (full-time of RFC 3339), as a time input and a choice of the zone. */
import type { Json } from '../../../kernel/json/json.ts'

export type ClockTime = {
  /** "14:30" or "14:30:15", as a time input has it. */
  clock: string
  /** "Z" or an offset such as "+01:00". */
  offset: string
}

const FULL_TIME = /^((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(Z|[+-]\d{2}:\d{2})$/

/** Returns undefined for a text that a time input would hide. */
export function readClockTime(text: string): ClockTime | undefined {
  const [, clock, offset] = FULL_TIME.exec(text.toUpperCase()) ?? []
  return clock === undefined || offset === undefined ? undefined : { clock, offset }
}

/** Returns whether the value is absent or can be edited as a time. */
export function canShowClockTime(json: Json | undefined): boolean {
  return json === undefined || (typeof json === 'string' && readClockTime(json) !== undefined)
}

export function writeClockTime({ clock, offset }: ClockTime): string | undefined {
  if (clock === '') return undefined
  return `${clock.length === 5 ? `${clock}:00` : clock}${offset}`
}

/** Returns the offset of this machine at an instant, such as "+01:00"; "Z" for UTC. */
export function localOffset(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  if (minutes === 0) return 'Z'
  const pad = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`
}
