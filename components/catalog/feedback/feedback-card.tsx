'use client'

import { Flag, Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ItemRef } from '#lib/catalog/collections/collections.ts'
import type { Feedback, RatingView } from '#lib/catalog/feedback/ratings.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { useAction } from '../../ui/use-action.ts'
import { CollectButton } from '../collections/collect-button.tsx'
import type { CollectActions } from '../collections/collect-provider.tsx'
import type { FeedbackActions } from './rate-dialog.tsx'
import { RatingStars } from './rating-list.tsx'

const RateDialog = lazy(async () => ({ default: (await import('./rate-dialog.tsx')).RateDialog }))
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

type FeedbackCardProps = {
  name: string
  feedback: Feedback
  here: string
  item: ItemRef
  actions: FeedbackButtonActions
}

export function FeedbackCard({ name, feedback, here, item, actions }: FeedbackCardProps) {
  const { stars, ratings, own } = feedback
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-sm">Ratings</h2>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {ratings.mean === null ? (
          <span className="text-muted-foreground">No ratings yet.</span>
        ) : (
          <>
            <RatingStars points={Number(ratings.mean)} />
            <span>
              {ratings.mean} out of 5 ({plural(ratings.count, 'rating')})
            </span>
          </>
        )}
      </p>
      {own ? (
        <>
          <FeedbackButtons name={name} stars={stars} own={own} item={item} actions={actions} />
          {own.rateError && <p className="text-muted-foreground text-xs">{own.rateError}</p>}
        </>
      ) : (
        <p className="text-muted-foreground text-sm">
          {stars > 0 && `${plural(stars, 'star')}. `}
          <TextLink href={paths.signIn(here)} className="text-foreground">
            Sign in
          </TextLink>{' '}
          to star, rate or report this SkillSet.
        </p>
      )}
    </section>
  )
}

type FeedbackButtonsProps = {
  name: string
  stars: number
  own: NonNullable<Feedback['own']>
  /** What is added to collections. */
  item: ItemRef
  /** Its name, if it is not `name`, the SkillSet. */
  itemName?: string
  actions: FeedbackButtonActions
}

export type FeedbackButtonActions = FeedbackActions & { collect: CollectActions }

export function FeedbackButtons({ name, stars, own, item, itemName = name, actions }: FeedbackButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <StarButton
        count={stars}
        isStarred={own.isStarred}
        // On the page of one skill, the star could be taken for one of that skill alone.
        skillSet={itemName === name ? undefined : name}
        setStar={actions.setStar}
      />
      <CollectButton name={itemName} item={item} actions={actions.collect} />
      {/* Together, so that “Report…” never stands alone on a line of a phone. */}
      <div className="flex gap-2">
        {!own.rateError && <RateButton name={name} own={own.rating} actions={actions} />}
        <ReportButton name={name} report={actions.report} />
      </div>
    </div>
  )
}

type StarButtonProps = {
  count: number
  isStarred: boolean
  /** The SkillSet that is starred, if the page shows one skill of it. */
  skillSet: string | undefined
  setStar: FeedbackActions['setStar']
}

function StarButton({ count, isStarred, skillSet, setStar }: StarButtonProps) {
  const [isBusy, start] = useAction()
  const toggle = () => start(() => setStar(!isStarred))
  return (
    <Button variant="outline" size="sm" aria-pressed={isStarred} pending={isBusy} onClick={toggle}>
      <Star aria-hidden className={cn(isStarred && 'fill-current text-warning')} />
      <span className="max-w-48 truncate">
        {isStarred ? 'Starred' : 'Star'}
        {skillSet && ` ${skillSet}`}
      </span>
      {count > 0 && <span className="text-muted-foreground tabular-nums">{count}</span>}
    </Button>
  )
}

type RateButtonProps = { name: string; own: RatingView | null; actions: FeedbackActions }

function RateButton({ name, own, actions }: RateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {own ? `Your rating: ${own.points}…` : 'Rate…'}
      </Button>
      {isOpen && (
        <Suspense>
          <RateDialog name={name} own={own} actions={actions} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function ReportButton({ name, report }: { name: string; report: FeedbackActions['report'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="link" size="sm" className="h-8 text-muted-foreground" onClick={() => setOpen(true)}>
        <Flag aria-hidden /> Report…
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog name={name} report={report} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
