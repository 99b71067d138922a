/** "More" appends the next page, or opens it as a page of its own without JavaScript. */
'use client'

import { SearchX, Star } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState, useTransition } from 'react'
import type { CatalogCard, CatalogPage } from '#lib/catalog/catalog-views.ts'
import { BUILT_IN_PUBLISHER } from '#lib/catalog-model/catalog-labels.ts'
import { type CatalogQuery, catalogSearchParams } from '#lib/catalog-model/catalog-query.ts'
import { paths, skillNamePath } from '#lib/site/paths.ts'
import { plural } from '#lib/text/plural.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { EvidenceLine, PriceTag, PublisherName, SkillFacts } from './skill-facts.tsx'
import { SkillSetLogo } from './skill-set-logo.tsx'

type CatalogResultsProps = { query: CatalogQuery; first: CatalogPage }

export function CatalogResults({ query, first }: CatalogResultsProps) {
  const { cards, nextCursor, more, failed, pending, newFrom } = useMore(query, first)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (newFrom > 0) list.current?.children[newFrom]?.querySelector('a')?.focus()
  }, [newFrom])

  if (cards.length === 0) return <NoSkills query={query} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <ul ref={list} className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.name}>
            <SkillCard card={card} />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {`${plural(cards.length, 'skill')} shown`}
      </p>
      {failed && <Alert variant="destructive">Could not load more skills. Try again.</Alert>}
      {nextCursor && (
        <div className="grid justify-items-center">
          <Button asChild variant="outline" aria-busy={pending}>
            <a href={hrefOf({ ...query, cursor: nextCursor })} onClick={more}>
              {pending ? 'Loading…' : 'Load more'}
            </a>
          </Button>
        </div>
      )}
    </div>
  )
}

function useMore(query: CatalogQuery, first: CatalogPage) {
  const [added, setAdded] = useState<{ first: CatalogPage; pages: CatalogPage[] }>({ first, pages: [] })
  const [failed, setFailed] = useState(false)
  const [pending, start] = useTransition()
  // Discards appended pages when the search changes.
  const pages = added.first === first ? [first, ...added.pages] : [first]
  const nextCursor = pages.at(-1)?.nextCursor ?? null

  function more(event: MouseEvent) {
    if (!nextCursor || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    if (pending) return
    start(async () => {
      const page = await fetchPage({ ...query, cursor: nextCursor }).catch(() => null)
      setFailed(page === null)
      if (page) setAdded({ first, pages: [...pages.slice(1), page] })
    })
  }

  // A row that moves between page requests would otherwise appear twice.
  const cards = [...new Map(pages.flatMap((page) => page.cards).map((card) => [card.name, card])).values()]
  const newFrom = pages.length > 1 ? cards.length - (pages.at(-1)?.cards.length ?? 0) : 0
  return { cards: cards satisfies CatalogCard[], nextCursor, more, failed, pending, newFrom }
}

async function fetchPage(query: CatalogQuery): Promise<CatalogPage> {
  const response = await fetch(`/api/search?${catalogSearchParams(query)}`)
  if (!response.ok) throw new Error(`search answered ${response.status}`)
  return response.json()
}

function hrefOf(query: CatalogQuery): string {
  return `${paths.home}?${catalogSearchParams(query)}`
}

function NoSkills({ query }: { query: CatalogQuery }) {
  const { q, category, runtime, risk, price, verified } = query
  const isFiltered = category || runtime || risk || price || verified
  return (
    <EmptyState
      icon={SearchX}
      title="No skills match"
      action={
        <Button asChild variant="outline">
          <Link href={q && isFiltered ? hrefOf({ q, verified: false, sort: query.sort }) : paths.home}>
            {q && isFiltered ? 'Search without the filters' : 'Show all skills'}
          </Link>
        </Button>
      }
    >
      {isFiltered
        ? 'No skill matches all filters. Remove a filter, or use fewer words.'
        : 'Try fewer or different words, such as the input, the output or the topic. Is a skill missing? Publish it yourself.'}
    </EmptyState>
  )
}

function SkillCard({ card }: { card: CatalogCard }) {
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
      {/* The line clamp needs a fixed height, so the growing element is around it. */}
      <div className="grow">
        <p className="line-clamp-2 text-pretty text-sm">{card.description}</p>
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
          {card.rating && <RatingMark rating={card.rating} />}
          {card.runtime !== 'instructions' && <PriceTag price={card.price} className="text-xs" />}
        </div>
      </div>
    </article>
  )
}

function RatingMark({ rating: { mean, count } }: { rating: NonNullable<CatalogCard['rating']> }) {
  const label = `${mean} out of 5 (${plural(count, 'rating')})`
  return (
    <p className="flex items-center gap-1 text-muted-foreground text-xs tabular-nums" title={label}>
      <Star aria-hidden className="size-3 fill-current text-warning" />
      <span aria-hidden>
        {mean} ({count})
      </span>
      <span className="sr-only">{label}</span>
    </p>
  )
}
