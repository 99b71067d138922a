import { identicon } from '#lib/contract/market/identicon.ts'
import { cn } from '../ui/cn.ts'

type SkillSetLogoProps = {
  /** publisher.skillset: what the mark is drawn from when there is no logo. */
  name: string
  logo: string | null
  className?: string
}

const COLOURS = ['text-chart-1', 'text-chart-2', 'text-chart-3', 'text-chart-4', 'text-chart-5']

/** The logo of a SkillSet, or its maker's mark. Says nothing to a screen reader: its name stands beside it. */
export function SkillSetLogo({ name, logo, className }: SkillSetLogoProps) {
  const frame = cn('size-10 shrink-0 rounded-md border border-border', className)
  if (logo) {
    // biome-ignore lint/performance/noImgElement: already small, and on our own origin
    return <img src={logo} alt="" className={cn(frame, 'bg-card object-cover')} />
  }
  const { path, colour } = identicon(name)
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
