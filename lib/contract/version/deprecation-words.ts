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

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
