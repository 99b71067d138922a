import { Star, StarHalf } from 'lucide-react'
import type { RatingView } from '#lib/catalog/feedback/ratings.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { cn } from '../../ui/cn.ts'
import { Time } from '../../ui/time.tsx'
import { AnswerRating } from './answer-rating.tsx'

type RatingListProps = {
  ratings: RatingView[]
  publisher: string
  answer: (id: string, answer: string) => Promise<ActionResult<void>>
}

export function RatingList({ ratings, publisher, answer }: RatingListProps) {
  return (
    <ul className="grid gap-5">
      {ratings.map(({ by, atMs, points, comment, versionNumber, answer: answered, id }) => (
        <li key={`${by} ${atMs}`} className="grid gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground">
            <RatingStars points={points} label={`${points} of 5`} />
            <span className="font-medium text-foreground [overflow-wrap:anywhere]">{by}</span>
            <span>
              ran {versionNumber} · <Time at={atMs} />
            </span>
          </p>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{comment}</p>
          {answered && (
            <div className="mt-1 grid gap-1 border-border border-l-2 pl-3">
              <p className="text-muted-foreground">
                <span className="font-medium text-foreground">{publisher}</span> answered{' '}
                <Time at={answered.atMs} />
              </p>
              <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{answered.text}</p>
            </div>
          )}
          {id !== undefined && (
            <AnswerRating by={by} text={answered?.text ?? ''} answer={answer.bind(null, id)} />
          )}
        </li>
      ))}
    </ul>
  )
}

export function RatingStars({ points, label }: { points: number; label?: string }) {
  return (
    <span
      className="inline-flex gap-0.5"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {[1, 2, 3, 4, 5].map((star) => {
        const Shape = points < star - 0.25 && points >= star - 0.75 ? StarHalf : Star
        const starClass = points >= star - 0.75 ? 'fill-current text-warning' : 'text-border'
        return <Shape key={star} aria-hidden className={cn('size-3.5', starClass)} />
      })}
    </span>
  )
}
