import type { CatalogCard } from '#lib/catalog/views.ts'
import { HOUSE } from '#lib/contract/market/catalog-words.ts'
import { skillNamePath } from '#lib/contract/market/paths.ts'
import { Link } from '../ui/link.tsx'
import { EvidenceLine } from './evidence-line.tsx'
import { PriceTag } from './price-tag.tsx'
import { PublisherName } from './publisher-name.tsx'
import { RatingMark } from './rating-mark.tsx'
import { SkillFacts } from './skill-facts.tsx'
import { SkillSetLogo } from './skill-set-logo.tsx'

/** One skill of the catalogue. The title's link covers the card; the publisher's lies above it. */
export function SkillCard({ card }: { card: CatalogCard }) {
  const { publisher, skillSetSlug } = card
  return (
    <article className="group relative flex h-full flex-col gap-3 rounded-lg border border-border bg-card p-5 shadow-xs transition-colors hover:border-input/70">
      <div className="flex items-start gap-3">
        <SkillSetLogo name={`${publisher}.${skillSetSlug}`} logo={card.logo} />
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
      </div>
      {/* The clamp cuts at its own height: what grows has to stand around it. */}
      <div className="grow">
        <p className="line-clamp-2 text-pretty text-sm">{card.description}</p>
      </div>
      <div className="grid gap-2 border-border border-t pt-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {publisher !== HOUSE && (
            <PublisherName handle={publisher} verified={card.verified} className="relative z-10 text-xs" />
          )}
          <SkillFacts runtime={card.runtime} riskLevel={card.riskLevel} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <EvidenceLine evidence={card.evidence} />
          {card.rating && <RatingMark rating={card.rating} />}
          {card.runtime !== 'instructions' && <PriceTag price={card.price} className="text-xs" />}
        </div>
      </div>
    </article>
  )
}
