const DAY_MS = 86_400_000

export default async function handler({ parameters }) {
  const { start, add, business_days_only: businessDaysOnly } = parameters
  const shifted = addMonths(parse(start), (add.years ?? 0) * 12 + (add.months ?? 0))
  const days = (add.weeks ?? 0) * 7 + (add.days ?? 0)
  const end = businessDaysOnly ? addBusinessDays(shifted, days) : new Date(shifted.getTime() + days * DAY_MS)
  const result = end.toISOString().slice(0, 10)
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(end)

  return {
    message: `**${weekday}, ${result}**`,
    result,
    weekday,
    iso_week: isoWeek(end),
    days_from_start: Math.round((end - parse(start)) / DAY_MS),
  }
}

function parse(text) {
  const date = new Date(`${text}T00:00:00Z`)
  // JavaScript reads 31 June as 1 July; a calendar doesn't.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw { code: 'INVALID_INPUT', message: `${text} is not a day in the calendar.`, recoverable: true }
  }
  return date
}

// The last day of January plus a month is the last day of February.
function addMonths(date, months) {
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return target
}

function addBusinessDays(date, days) {
  const step = Math.sign(days)
  let current = date
  for (let left = Math.abs(days); left > 0; ) {
    current = new Date(current.getTime() + step * DAY_MS)
    if (current.getUTCDay() !== 0 && current.getUTCDay() !== 6) left--
  }
  return current
}

// ISO 8601: week 1 holds the year's first Thursday.
function isoWeek(date) {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS)
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return Math.floor((thursday - yearStart) / (7 * DAY_MS)) + 1
}
