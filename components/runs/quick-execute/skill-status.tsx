import { Fragment, type ReactNode } from 'react'
import type { SkillPage } from '#lib/catalog/catalog-views.ts'
import type { Feedback } from '#lib/catalog/feedback/ratings.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { countExamples, type ExampleHealth } from '#lib/publishing/model/example-health.ts'
import { type FeedbackButtonActions, FeedbackButtons } from '../../catalog/feedback/feedback-card.tsx'
import { RatingStars } from '../../catalog/feedback/rating-list.tsx'
import type { InstallActions } from '../../installs/install-actions.ts'
import { InstallButtons } from '../../installs/install-card.tsx'
import { cn } from '../../ui/cn.ts'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'

type SkillStatusProps = {
  page: SkillPage
  feedback: Feedback
  actions: { install: InstallActions; feedback: FeedbackButtonActions }
  embed?: ReactNode
}

export function SkillStatus({ page, feedback, actions, embed }: SkillStatusProps) {
  const { skillSet, version, canInstall } = page
  const { stars, ratings, own } = feedback
  const skillSetPath = paths.skillSet(skillSet.publisher.handle, skillSet.slug)
  const versionPath = `${skillSetPath}?version=${encodeURIComponent(version.number)}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-border border-y py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground">
        <span>
          {version.number} published <Time at={version.publishedAtMs} style="day" />
        </span>
        <FactLink href={`${versionPath}#versions`}>Changelog</FactLink>
        {ratings.mean === null ? (
          <span>No ratings yet</span>
        ) : (
          <FactLink href={`${skillSetPath}#ratings`}>
            <span className="inline-flex items-center gap-1.5">
              <RatingStars points={Number(ratings.mean)} />
              {ratings.mean} for {skillSet.name} ({plural(ratings.count, 'rating')})
            </span>
          </FactLink>
        )}
        {page.exampleHealth && <ExampleChecks health={page.exampleHealth} />}
        {stars > 0 && !own && <span>{plural(stars, 'star')}</span>}
      </p>
      {own && (
        <div className="flex flex-wrap items-center gap-2 [&_button]:h-8 [&_button]:text-xs">
          {embed}
          {canInstall && <InstallButtons page={page} actions={actions.install} />}
          <FeedbackButtons
            name={skillSet.name}
            stars={stars}
            own={own}
            item={{ publisher: skillSet.publisher.handle, skillset: skillSet.slug, skill: page.skill.slug }}
            itemName={page.skill.name}
            actions={actions.feedback}
          />
        </div>
      )}
    </div>
  )
}

function ExampleChecks({ health }: { health: ExampleHealth }) {
  const { examples, offlineAtMs, offlinePassed, liveAtMs, drifted, isFailing } = health
  const isPassed = offlinePassed === examples
  return (
    <span className={cn(isFailing && 'text-warning')} title={EXAMPLE_CHECKS}>
      {countExamples(health)}: {isPassed ? 'passed' : `${offlinePassed} passed`} <Time at={offlineAtMs} />
      {liveAtMs !== null && (
        <>
          , live {drifted === 0 ? 'passed' : `${drifted} drifted`} <Time at={liveAtMs} />
        </>
      )}
      {health.hasOldRecording && ', recorded over 90 days ago'}
      {health.publicRecordings.map(({ id, exampleIndex }) => (
        <Fragment key={id}>
          ,{' '}
          <a href={paths.recording(id)} className="text-foreground underline underline-offset-4">
            answers of example {exampleIndex + 1}
          </a>
        </Fragment>
      ))}
    </span>
  )
}

const EXAMPLE_CHECKS =
  'Each night the examples run again with the recorded answers of their hosts, and each week with the real hosts where that is possible.'

function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-foreground underline-offset-4 hover:underline">
      {children}
    </Link>
  )
}
