const DATE_AND_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):\d\d/

/**
 * Whether a text such as "2026-11-20T09:30:00Z" names an instant that exists. `Date` silently reads 30 February as
 * 1 March, and hour 24 as the next day.
 */
export function isRealInstant(text: string): boolean {
  const [, year, month, day, hour] = (DATE_AND_TIME.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return false
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
  return isDay && hour < 24 && !Number.isNaN(Date.parse(text))
}
