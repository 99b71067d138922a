/** A skill in the catalogue. The browser renders the cards of further pages with it, too. */
import { Star } from 'lucide-react'
import type { CatalogCard } from '#lib/catalog/catalog-views.ts'
import { BUILT_IN_PUBLISHER } from '#lib/catalog/model/catalog-labels.ts'
import { skillNamePath } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Link } from '../ui/link.tsx'
import { CollectIcon } from './collections/collect-button.tsx'
import { EvidenceLine, PriceTag, PublisherName, SkillFacts } from './skill-facts.tsx'
import { TaskIcon } from './task-icon.tsx'

type SkillCardProps = {
  card: CatalogCard
  /** Set within a `CollectProvider`. Visitors load nothing of collections. */
  canCollect?: boolean
}

export function SkillCard({ card, canCollect = false }: SkillCardProps) {
  const { publisher } = card
  return (
    <article className="group relative flex h-full flex-col gap-3 rounded-lg border border-border bg-card p-5 shadow-xs transition-colors hover:border-input/70">
      <div className="flex items-start gap-3">
        <TaskIcon title={card.title} categories={card.categories} logo={card.logo} />
        <div className="min-w-0">
          <h3 className="text-pretty font-semibold leading-snug tracking-tight">
            <Link
              href={skillNamePath(card.name)}
              className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg group-hover:underline"
            >
              {card.title}
            </Link>
          </h3>
          <p className="truncate font-mono text-muted-foreground text-xs" title={card.name}>
            {card.name}
          </p>
        </div>
        {canCollect && card.skillSetId !== null && (
          <CollectIcon
            name={card.title}
            item={{ publisher, skillset: card.skillSetSlug, skill: card.skillSlug }}
          />
        )}
      </div>
      {/* The line clamp needs a fixed height. */}
      <div className="grow">
        <p className="line-clamp-2 text-pretty text-sm">{card.description.replaceAll('`', '')}</p>
      </div>
      <div className="grid gap-2 border-border border-t pt-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {publisher !== BUILT_IN_PUBLISHER && (
            <PublisherName handle={publisher} verified={card.verified} className="relative z-10 text-xs" />
          )}
          <SkillFacts runtime={card.runtime} riskLevel={card.riskLevel} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <EvidenceLine evidence={card.evidence} />
          {card.rating && <RatingMark rating={card.rating} skillSet={card.skillSetName} />}
          {(card.runtime !== 'instructions' || card.price !== '0') && (
            <PriceTag {...card} className="text-xs" />
          )}
        </div>
      </div>
    </article>
  )
}

type RatingMarkProps = { rating: NonNullable<CatalogCard['rating']>; skillSet: string }

/** Names the SkillSet, because its skills share one rating. */
function RatingMark({ rating: { mean, count }, skillSet }: RatingMarkProps) {
  const label = `${skillSet}, the SkillSet, is rated ${mean} out of 5 (${plural(count, 'rating')})`
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted-foreground text-xs tabular-nums" title={label}>
      <Star aria-hidden className="size-3 shrink-0 fill-current text-warning" />
      <span aria-hidden className="truncate">
        {mean} for {skillSet}
      </span>
      <span className="sr-only">{label}</span>
    </p>
  )
}
