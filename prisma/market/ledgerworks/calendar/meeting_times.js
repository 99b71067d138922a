export default async function handler({ parameters }) {
  const { date, time, time_zone: home, others } = parameters
  assertZone(home, 'time_zone')
  for (const [index, zone] of others.entries()) assertZone(zone, `/others/${index}`)
  const instant = instantOf(date, time, home)
  const places = [home, ...others].map((zone) => placeOf(instant, zone))

  return {
    message: places
      .map(
        (place) =>
          `- **${place.local_time}** in ${place.time_zone} (${place.day}${place.working_hours ? '' : ', outside 8–18'})`,
      )
      .join('\n'),
    instant: instant.toISOString(),
    places,
    works_for_everyone: places.every((place) => place.working_hours),
  }
}

function assertZone(zone, field) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw {
      code: 'INVALID_INPUT',
      message: `"${zone}" is not a time zone.`,
      recoverable: true,
      suggested_action: 'Use a name like Europe/Vienna.',
      field,
    }
  }
}

// Guess that the wall clock is UTC, see how far off the zone's clock is, and correct; twice, for days when clocks change.
function instantOf(date, time, zone) {
  const wanted = Date.parse(`${date}T${time.slice(0, 5)}:00Z`)
  let guess = wanted
  for (let round = 0; round < 2; round++) guess += wanted - wallClock(new Date(guess), zone)
  return new Date(guess)
}

function wallClock(instant, zone) {
  const parts = partsOf(instant, zone)
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute)
}

function partsOf(instant, zone) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
}

function placeOf(instant, zone) {
  const { hour, minute } = partsOf(instant, zone)
  const two = (number) => String(number).padStart(2, '0')
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(instant)
  const offset = (wallClock(instant, zone) - Math.floor(instant / 60_000) * 60_000) / 60_000
  const sign = offset < 0 ? '-' : '+'
  return {
    time_zone: zone,
    local_time: `${two(hour)}:${two(minute)}`,
    day,
    utc_offset: `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`,
    working_hours: hour >= 8 && hour < 18,
  }
}
