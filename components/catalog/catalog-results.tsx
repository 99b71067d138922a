'use client'

/** The cards of a search, and the way to more of them: appended here, or a page of their own without scripts. */
import { SearchX } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState, useTransition } from 'react'
import type { CatalogCard, CatalogPage } from '#lib/catalog/views.ts'
import { type CatalogQuery, catalogSearchParams } from '#lib/contract/market/catalog-query.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { SkillCard } from './skill-card.tsx'

type CatalogResultsProps = { query: CatalogQuery; first: CatalogPage }

export function CatalogResults({ query, first }: CatalogResultsProps) {
  const { cards, nextCursor, more, failed, pending, newFrom } = useMore(query, first)
  const list = useRef<HTMLUListElement>(null)

  // The reader goes on where the list did: at the first card that was not there before.
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
        {`${cards.length} ${cards.length === 1 ? 'skill' : 'skills'} shown`}
      </p>
      {failed && <Alert variant="destructive">More skills could not be fetched. Try again.</Alert>}
      {nextCursor && (
        <div className="grid justify-items-center">
          <Button asChild variant="outline" aria-busy={pending}>
            <a href={hrefOf({ ...query, cursor: nextCursor })} onClick={more}>
              {pending ? 'Loading …' : 'Load more'}
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
  // Another search has come in from above: what was added belongs to the one before.
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

  // A row that moved while the list was read would come twice.
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
        ? 'No skill matches all of these. Remove a filter, or search for fewer words.'
        : 'Try fewer or different words: what goes in, what should come out, or the topic. Missing a skill? Publish it yourself.'}
    </EmptyState>
  )
}
