/** What callers are told of a deprecated version. Ground; also in the browser. */

type Deprecated = { number: string; notice: string | null; at: Date | null }

/** Since when or from when, why, and that it runs on all the same. Days are those of UTC. */
export function deprecationWords({ number, notice, at }: Deprecated, now: Date = new Date()): string {
  const why = notice ?? 'Its publisher recommends another version.'
  const isAnnounced = at !== null && at > now
  const when =
    at === null
      ? 'is deprecated'
      : isAnnounced
        ? `will be deprecated on ${dayOf(at)}`
        : `is deprecated since ${dayOf(at)}`
  return `Version ${number} ${when}: ${/[.!?]$/.test(why) ? why : `${why}.`} It runs until it is taken down.`
}

/** The same in two words, for a badge: "Deprecated", or "Deprecated from 3 Dec" while that day is still to come. */
export function deprecationLabel(at: Date | null, now: Date = new Date()): string {
  if (at === null || at <= now) return 'Deprecated'
  const year = at.getUTCFullYear() === now.getUTCFullYear() ? undefined : 'numeric'
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
  return `Deprecated from ${day.format(at)}`
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
