const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  {
    name: 'month',
    min: 1,
    max: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  { name: 'weekday', min: 0, max: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const SHORTHANDS = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}

export default async function handler({ parameters }) {
  const expression = SHORTHANDS[parameters.expression.trim()] ?? parameters.expression.trim()
  const words = expression.split(/\s+/)
  if (words.length !== 5) refuse(`A cron expression has 5 fields; this one has ${words.length}.`)
  const [minutes, hours, days, months, weekdays] = words.map((word, index) => valuesOf(word, FIELDS[index]))
  const schedule = {
    minutes,
    hours,
    days,
    months,
    weekdays: new Set([...weekdays].map((day) => day % 7)),
    anyDay: words[2] === '*' || words[4] === '*',
  }
  const explanation = explain(schedule, words)
  const next = nextRuns(schedule, new Date(parameters.after), parameters.count)

  return {
    message: `Runs **${explanation}** (UTC).`,
    explanation,
    normalised: expression,
    next_runs: next.map((run) => run.toISOString()),
  }
}

function valuesOf(word, field) {
  const values = new Set()
  for (const part of word.split(',')) {
    const [range, step = '1'] = part.split('/')
    const [from, to] = boundsOf(range, field, part.includes('/'))
    if (!/^[1-9]\d*$/.test(step)) refuse(`"${part}" has no valid step in the ${field.name} field.`)
    for (let value = from; value <= to; value += Number(step)) values.add(value)
  }
  return values
}

function boundsOf(range, field, stepped) {
  if (range === '*') return [field.min, field.max]
  const [first, last] = range.split('-').map((word) => numberOf(word, field))
  const upper = last ?? (stepped ? field.max : first)
  if (upper < first) refuse(`"${range}" counts backwards in the ${field.name} field.`)
  return [first, upper]
}

function numberOf(word, field) {
  const named = field.names?.indexOf(word.toUpperCase()) ?? -1
  const value = named >= 0 ? named + (field.name === 'month' ? 1 : 0) : Number(word)
  if (word === '' || !Number.isInteger(value) || value < field.min || value > field.max) {
    refuse(`"${word}" is not a ${field.name} (${field.min}–${field.max}).`)
  }
  return value
}

function refuse(message) {
  throw {
    code: 'INVALID_INPUT',
    message,
    recoverable: true,
    suggested_action: 'Write it as minute hour day month weekday, e.g. "30 8 * * 1-5".',
  }
}

function explain({ minutes, hours, days, months, weekdays }, words) {
  const two = (number) => String(number).padStart(2, '0')
  const list = (items) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
  const sorted = (values) => [...values].sort((a, b) => a - b)
  const when = []
  if (minutes.size * hours.size <= 6)
    when.push(
      `at ${list(sorted(hours).flatMap((hour) => sorted(minutes).map((minute) => `${two(hour)}:${two(minute)}`)))}`,
    )
  else if (words[0].startsWith('*/')) when.push(`every ${words[0].slice(2)} minutes`)
  else if (minutes.size === 60) when.push('every minute')
  else when.push(`at ${list(sorted(minutes).map((minute) => `:${two(minute)}`))}`)
  if (hours.size < 24 && minutes.size * hours.size > 6)
    when.push(`in the hours ${list(sorted(hours).map(two))}`)
  else if (hours.size === 24 && minutes.size < 60 && !words[0].startsWith('*/')) when.push('of every hour')
  const either = []
  if (words[2] !== '*') either.push(`on day ${list(sorted(days).map(String))} of the month`)
  if (words[4] !== '*') either.push(`on ${list(sorted(weekdays).map((day) => WEEKDAYS[day]))}`)
  if (either.length > 0) when.push(either.join(' or '))
  if (words[3] !== '*') when.push(`in ${list(sorted(months).map((month) => MONTHS[month - 1]))}`)
  return when.join(' ')
}

function nextRuns(schedule, after, count) {
  const runs = []
  const run = new Date(Math.floor(after / 60_000) * 60_000 + 60_000)
  // Every real schedule fires within 8 years (29 February around a century is the longest wait).
  const limit = after.getTime() + 8 * 366 * 86_400_000
  while (runs.length < count && run.getTime() < limit) {
    if (!schedule.months.has(run.getUTCMonth() + 1) || !dayFits(schedule, run)) run.setUTCHours(24, 0, 0, 0)
    else if (!schedule.hours.has(run.getUTCHours())) run.setUTCMinutes(60, 0, 0)
    else {
      if (schedule.minutes.has(run.getUTCMinutes())) runs.push(new Date(run))
      run.setUTCMinutes(run.getUTCMinutes() + 1)
    }
  }
  return runs
}

// Cron's odd rule: when both day fields are given, either may match.
function dayFits({ days, weekdays, anyDay }, run) {
  const byDate = days.has(run.getUTCDate())
  const byWeekday = weekdays.has(run.getUTCDay())
  return anyDay ? byDate && byWeekday : byDate || byWeekday
}
