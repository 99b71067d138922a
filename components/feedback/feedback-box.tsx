'use client'

/** What people say of a SkillSet in a line, and the ways to say something oneself. */
import { Flag, Star } from 'lucide-react'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { Feedback } from '#lib/feedback/get-feedback.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Link } from '../ui/link.tsx'
import type { FeedbackActions } from './feedback-actions.ts'
import { Points } from './points.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

type FeedbackBoxProps = {
  /** "Text tools" */
  name: string
  feedback: Feedback
  /** This page's address, to come back to after signing in. */
  here: string
  actions: FeedbackActions
}

export function FeedbackBox({ name, feedback, here, actions }: FeedbackBoxProps) {
  const { stars, ratings, own } = feedback
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-sm">What people say</h2>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {ratings.mean === null ? (
          <span className="text-muted-foreground">Nobody has rated it yet.</span>
        ) : (
          <>
            <Points of={Number(ratings.mean)} />
            <span>
              {ratings.mean} of 5, by {ratings.count === 1 ? 'one person' : `${ratings.count} people`}
            </span>
          </>
        )}
      </p>
      {own ? (
        <>
          <div className="flex flex-wrap gap-2">
            <StarButton count={stars} isStarred={own.isStarred} setStar={actions.setStar} />
            {!own.whyNotRate && <RateDialog name={name} own={own.rating} actions={actions} />}
            <ReportButton name={name} report={actions.report} />
          </div>
          {own.whyNotRate && <p className="text-muted-foreground text-xs">{own.whyNotRate}</p>}
        </>
      ) : (
        <p className="text-muted-foreground text-sm">
          {stars > 0 && (stars === 1 ? 'One person has starred it. ' : `${stars} people have starred it. `)}
          <Link href={paths.signIn(here)} className="text-foreground underline underline-offset-4">
            Sign in
          </Link>{' '}
          to star, rate or report it.
        </p>
      )}
    </section>
  )
}

type StarButtonProps = { count: number; isStarred: boolean; setStar: FeedbackActions['setStar'] }

/** Each click undoes the one before. */
function StarButton({ count, isStarred, setStar }: StarButtonProps) {
  const [isBusy, start] = useTransition()
  const toggle = () =>
    start(async () => {
      const result = await setStar(!isStarred)
      if (!result.ok) toast.error(result.error.message)
    })
  return (
    <Button variant="outline" size="sm" aria-pressed={isStarred} pending={isBusy} onClick={toggle}>
      <Star aria-hidden className={cn(isStarred && 'fill-current text-warning')} />
      {isStarred ? 'Starred' : 'Star'}
      {count > 0 && <span className="text-muted-foreground tabular-nums">{count}</span>}
    </Button>
  )
}

function ReportButton({ name, report }: { name: string; report: FeedbackActions['report'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="link" size="sm" className="h-8 text-muted-foreground" onClick={() => setOpen(true)}>
        <Flag aria-hidden /> Report…
      </Button>
      {isOpen && <ReportDialog name={name} report={report} close={() => setOpen(false)} />}
    </>
  )
}
