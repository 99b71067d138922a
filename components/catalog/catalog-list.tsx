/** “Load more” extends the list. Without JavaScript it opens the next page. */
'use client'

import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import type { CatalogCard, CatalogPage } from '#lib/catalog/catalog-views.ts'
import { type CatalogQuery, catalogSearchParams } from '#lib/catalog/model/catalog-query.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Button } from '../ui/button.tsx'
import { catalogPath } from './catalog-path.ts'

/** The server renders its cards. */
type FirstPage = { names: string[]; nextCursor: string | null }

type CatalogListProps = { query: CatalogQuery; first: FirstPage; children: ReactNode }

export function CatalogList({ query, first, children }: CatalogListProps) {
  const { Card, cards, nextCursor, more, failed, pending, newFrom } = useMore(query, first)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (newFrom > 0) list.current?.children[newFrom]?.querySelector('a')?.focus()
  }, [newFrom])

  return (
    <div className="grid grid-cols-1 gap-6">
      <ul ref={list} className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {children}
        {Card &&
          cards.map((card) => (
            <li key={card.name}>
              <Card card={card} />
            </li>
          ))}
      </ul>
      <p role="status" className="sr-only">
        {`${plural(first.names.length + cards.length, 'skill')} shown`}
      </p>
      {failed && (
        <p role="alert" className="text-destructive text-sm">
          Could not load more skills. Try again.
        </p>
      )}
      {nextCursor && (
        <div className="grid justify-items-center">
          <Button asChild variant="outline" aria-busy={pending}>
            <a href={catalogPath({ ...query, cursor: nextCursor })} onClick={more}>
              {pending ? 'Loading…' : 'Load more'}
            </a>
          </Button>
        </div>
      )}
    </div>
  )
}

type Added = { first: FirstPage; pages: CatalogPage[]; Card?: ComponentType<{ card: CatalogCard }> }

function useMore(query: CatalogQuery, first: FirstPage) {
  const [added, setAdded] = useState<Added>({ first, pages: [] })
  const [failed, setFailed] = useState(false)
  const [pending, start] = useTransition()
  // Another search discards further pages.
  const { pages, Card } = added.first === first ? added : { pages: [] }
  const nextCursor = (pages.at(-1) ?? first).nextCursor ?? null

  function more(event: MouseEvent) {
    if (!nextCursor || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    if (pending) return
    start(async () => {
      const loading = [fetchPage({ ...query, cursor: nextCursor }), import('./skill-card.tsx')] as const
      const loaded = await Promise.all(loading).catch(() => null)
      setFailed(loaded === null)
      if (loaded) setAdded({ first, pages: [...pages, loaded[0]], Card: loaded[1].SkillCard })
    })
  }

  // A row may move to another page in between.
  const known = new Set(first.names)
  const unique = new Map(pages.flatMap((page) => page.cards).map((card) => [card.name, card]))
  const cards = [...unique.values()].filter(({ name }) => !known.has(name))
  const shown = first.names.length + cards.length
  const newFrom = pages.length > 0 ? shown - (pages.at(-1)?.cards.length ?? 0) : 0
  return { Card, cards, nextCursor, more, failed, pending, newFrom }
}

async function fetchPage(query: CatalogQuery): Promise<CatalogPage> {
  const response = await fetch(`/api/search?${catalogSearchParams(query)}`)
  if (!response.ok) throw new Error(`search answered ${response.status}`)
  return response.json()
}
