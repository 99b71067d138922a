import { cn } from '../ui/cn.ts'

type SkillSetLogoProps = {
  /** What the automatic logo is derived from: the SkillSet's id, so that it survives a rename. */
  seed: string
  logo: string | null
  className?: string
}

const COLOURS = ['text-chart-1', 'text-chart-2', 'text-chart-3', 'text-chart-4', 'text-chart-5']

/** The logo of a SkillSet. It is hidden from screen readers, because the name is next to it. */
export function SkillSetLogo({ seed, logo, className }: SkillSetLogoProps) {
  const frame = cn('size-10 shrink-0 rounded-md border border-border', className)
  if (logo) {
    // biome-ignore lint/performance/noImgElement: already small, and on our own origin
    return <img src={logo} alt="" className={cn(frame, 'bg-card object-cover')} />
  }
  const { path, colour } = identicon(seed)
  return (
    <svg viewBox="0 0 24 24" className={cn(frame, 'bg-muted', COLOURS[colour - 1])} aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** A symmetric identicon, derived from the seed. */
type Identicon = {
  path: string
  colour: number
}

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
const IDENTICON_COLOURS = 5

export function identicon(seed: string): Identicon {
  const hash = hashOf(seed)
  const pick = (strokes: string[], shift: number) => strokes[(hash >>> shift) % strokes.length]
  return {
    path: `M12 5.5v13${pick(HEADS, 0)}${pick(ARMS, 8)}${pick(FEET, 16)}`,
    colour: ((hash >>> 24) % IDENTICON_COLOURS) + 1,
  }
}

/** FNV-1a with a final mix, so that similar seeds differ in all bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
