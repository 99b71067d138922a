import { Star } from 'lucide-react'
import type { RatingView } from '#lib/feedback/ratings.ts'
import { cn } from '../ui/cn.ts'
import { Time } from '../ui/time.tsx'

export function RatingList({ ratings }: { ratings: RatingView[] }) {
  return (
    <ul className="grid gap-5">
      {ratings.map(({ by, atMs, points, comment, versionNumber }) => (
        <li key={`${by} ${atMs}`} className="grid gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground">
            <RatingStars of={points} label={`${points} of 5`} />
            <span className="font-medium text-foreground [overflow-wrap:anywhere]">{by}</span>
            <span>
              ran {versionNumber} · <Time at={atMs} />
            </span>
          </p>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{comment}</p>
        </li>
      ))}
    </ul>
  )
}

export function RatingStars({ of, label }: { of: number; label?: string }) {
  return (
    <span
      className="inline-flex gap-0.5"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {[1, 2, 3, 4, 5].map((each) => (
        <Star
          key={each}
          aria-hidden
          className={cn('size-3.5', each <= Math.round(of) ? 'fill-current text-warning' : 'text-border')}
        />
      ))}
    </span>
  )
}
