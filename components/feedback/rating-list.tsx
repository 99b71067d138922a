import type { RatingView } from '#lib/feedback/get-feedback.ts'
import { Time } from '../ui/time.tsx'
import { Points } from './points.tsx'

/** What people wrote with their ratings, the latest first. */
export function RatingList({ ratings }: { ratings: RatingView[] }) {
  return (
    <ul className="grid gap-5">
      {ratings.map(({ by, atMs, points, words, versionNumber }) => (
        <li key={`${by} ${atMs}`} className="grid gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground">
            <Points of={points} label={`${points} of 5`} />
            <span className="font-medium text-foreground [overflow-wrap:anywhere]">{by}</span>
            <span>
              ran {versionNumber} · <Time at={atMs} />
            </span>
          </p>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{words}</p>
        </li>
      ))}
    </ul>
  )
}
