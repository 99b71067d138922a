/** Durations such as "P1DT12H" (ISO 8601, as RFC 3339 writes them), as one number for each unit. */
import type { Json } from '../../../kernel/json/json.ts'

export const DURATION_UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const
export type DurationUnit = (typeof DURATION_UNITS)[number]

/** The digits of each unit as typed; units that are absent are not written. */
export type DurationParts = Partial<Record<DurationUnit, string>>

const LETTERS = { years: 'Y', months: 'M', weeks: 'W', days: 'D', hours: 'H', minutes: 'M', seconds: 'S' }

const DURATION =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Returns undefined for a text that is no duration of whole units. */
export function readDuration(text: string): DurationParts | undefined {
  const [found, ...amounts] = DURATION.exec(text) ?? []
  if (found === undefined || found === 'P') return undefined
  return Object.fromEntries(
    DURATION_UNITS.flatMap((unit, index) => (amounts[index] === undefined ? [] : [[unit, amounts[index]]])),
  )
}

/** Returns whether the value is absent or can be edited unit by unit. */
export function canShowDuration(json: Json | undefined): boolean {
  return json === undefined || (typeof json === 'string' && readDuration(json) !== undefined)
}

/**
 * Returns undefined without an amount. Units between two others are written as 0, because RFC 3339 allows no gaps:
 * "PT1H0M5S".
 */
export function writeDuration(parts: DurationParts): string | undefined {
  const given = DURATION_UNITS.filter((unit) => parts[unit] !== undefined && parts[unit] !== '')
  if (given.length === 0) return undefined
  const write = (units: readonly DurationUnit[]) => {
    const used = units.filter((unit) => given.includes(unit))
    const [first, last] = [used[0], used.at(-1)]
    if (first === undefined || last === undefined) return ''
    const written = units.slice(units.indexOf(first), units.indexOf(last) + 1)
    return written.map((unit) => `${Number(parts[unit] || 0)}${LETTERS[unit]}`).join('')
  }
  const hasWeeks = given.includes('weeks')
  const dates: readonly DurationUnit[] = hasWeeks
    ? ['years', 'months', 'weeks', 'days']
    : ['years', 'months', 'days']
  const times = write(['hours', 'minutes', 'seconds'])
  return `P${write(dates)}${times && `T${times}`}`
}
