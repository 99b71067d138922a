/**
 * Bounds of a number that are known without asking: its description tells them, or the calendar and the globe do.
 *
 * Ground, pure.
 */

export type Bounds = { minimum?: number; maximum?: number }

const N = '(-?\\d[\\d,]*(?:\\.\\d+)?)'
const BOTH = [
  new RegExp(`\\b(?:between|from)\\s+${N}\\s+(?:and|to)\\s+${N}(?![\\w%]*\\d)`, 'i'),
  new RegExp(`\\(\\s*${N}\\s*(?:-|–|to|\\.\\.)\\s*${N}\\s*\\)`, 'i'),
  new RegExp(`\\b(?:range|valid|allowed)\\b[^.\\d-]{0,20}${N}\\s*(?:-|–|to|\\.\\.)\\s*${N}`, 'i'),
]
const LEAST = new RegExp(
  `\\b(?:at least|minimum(?: of| is|:)?|min(?:\\.|:)?|no less than|not less than)\\s*${N}`,
  'i',
)
const MOST = new RegExp(
  `\\b(?:at most|maximum(?: of| is|:)?|max(?:\\.|:)?|up to|no more than|not more than)\\s*${N}`,
  'i',
)

/** What the description says of the smallest and the largest. */
export function boundsIn(description: string): Bounds {
  for (const pattern of BOTH) {
    const [, low, high] = pattern.exec(description) ?? []
    if (low === undefined || high === undefined) continue
    const [minimum, maximum] = [numberOf(low), numberOf(high)]
    if (minimum < maximum) return { minimum, maximum }
  }
  const [least, most] = [LEAST.exec(description)?.[1], MOST.exec(description)?.[1]]
  return {
    ...(least !== undefined && { minimum: numberOf(least) }),
    ...(most !== undefined && { maximum: numberOf(most) }),
  }
}

// biome-ignore format: a table reads in rows
const NATURAL: [name: RegExp, minimum: number, maximum: number][] = [
  [/^(lat|latitude)$/i,          -90, 90],
  [/^(lon|lng|long|longitude)$/i, -180, 180],
  [/^month$/i,                     1, 12],
  [/^day_?of_?month$/i,            1, 31],
  [/^hour$/i,                      0, 23],
  [/^minute$/i,                    0, 59],
  [/^second$/i,                    0, 59],
  [/^(http_?)?port$/i,             1, 65_535],
]

/** Bounds that the name alone carries: a month is 1 to 12 everywhere. */
export function naturalBounds(name: string): Bounds | undefined {
  const [, minimum, maximum] = NATURAL.find(([pattern]) => pattern.test(name)) ?? []
  return minimum === undefined ? undefined : { minimum, maximum }
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}
