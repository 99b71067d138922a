/**
 * The identicon of a SkillSet without a logo: a sign drawn from its name.
 *
 * Ground; also in the browser. A few straight strokes, the same on both sides, as masons marked their
 * stones; the same name always gives the same sign.
 */

export type Identicon = {
  /** One SVG path on a 24 × 24 field, to be stroked. */
  path: string
  /** Which of the five chart colours it is drawn in, 1 … 5. */
  colour: number
}

// Each family gives one stroke or none; together they always make a closed, balanced sign.
const HEADS = [
  'M7 9l5-4 5 4',
  'M7 6h10',
  'M8 5l4 4 4-4',
  'M12 5m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  'M9 5v3h6V5',
]
const ARMS = [
  'M6 12h12',
  'M7 14l5-3.5 5 3.5',
  'M7 10.5l5 3.5 5-3.5',
  'M8.5 12l3.5-2.5 3.5 2.5-3.5 2.5z',
  'M6 13.5h4m4 0h4',
]
const FEET = ['M8 19l4-4 4 4', 'M7 19h10', 'M8 16l4 3 4-3', 'M7 17v2h10v-2', 'M9 19h6']
const COLOURS = 5

export function identicon(name: string): Identicon {
  const hash = hashOf(name)
  const pick = (strokes: string[], shift: number) => strokes[(hash >>> shift) % strokes.length]
  return {
    path: `M12 5.5v13${pick(HEADS, 0)}${pick(ARMS, 8)}${pick(FEET, 16)}`,
    colour: ((hash >>> 24) % COLOURS) + 1,
  }
}

/** FNV-1a with a last stir, so that names that differ in one letter differ in every bit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
