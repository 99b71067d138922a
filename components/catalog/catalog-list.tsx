/** The cards of the catalogue. “Load more” extends the list; without JavaScript it opens the next page. */
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

/** The first page, whose cards the server renders. */
type FirstPage = { names: string[]; nextCursor: string | null }

type CatalogListProps = { query: CatalogQuery; first: FirstPage; canCollect: boolean; children: ReactNode }

export function CatalogList({ query, first, canCollect, children }: CatalogListProps) {
  const { Card, cards, nextCursor, loadMore, failed, pending, newFrom } = useMorePages(query, first)
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
              <Card card={card} canCollect={canCollect} />
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
            <a href={catalogPath({ ...query, cursor: nextCursor })} onClick={loadMore}>
              {pending ? 'Loading…' : 'Load more'}
            </a>
          </Button>
        </div>
      )}
    </div>
  )
}

type LoadedPages = {
  first: FirstPage
  pages: CatalogPage[]
  Card?: ComponentType<{ card: CatalogCard; canCollect: boolean }>
}

function useMorePages(query: CatalogQuery, first: FirstPage) {
  const [loaded, setLoaded] = useState<LoadedPages>({ first, pages: [] })
  const [failed, setFailed] = useState(false)
  const [pending, start] = useTransition()
  // The pages loaded for an earlier search are discarded.
  const { pages, Card } = loaded.first === first ? loaded : { pages: [] }
  const nextCursor = (pages.at(-1) ?? first).nextCursor ?? null

  function loadMore(event: MouseEvent) {
    if (!nextCursor || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    if (pending) return
    start(async () => {
      const loading = [fetchPage({ ...query, cursor: nextCursor }), import('./skill-card.tsx')] as const
      const results = await Promise.all(loading).catch(() => null)
      setFailed(results === null)
      if (results) setLoaded({ first, pages: [...pages, results[0]], Card: results[1].SkillCard })
    })
  }

  // A skill may move to another page between two requests, and must not appear twice.
  const firstNames = new Set(first.names)
  const unique = new Map(pages.flatMap((page) => page.cards).map((card) => [card.name, card]))
  const cards = [...unique.values()].filter(({ name }) => !firstNames.has(name))
  const shownCount = first.names.length + cards.length
  const newFrom = pages.length > 0 ? shownCount - (pages.at(-1)?.cards.length ?? 0) : 0
  return { Card, cards, nextCursor, loadMore, failed, pending, newFrom }
}

async function fetchPage(query: CatalogQuery): Promise<CatalogPage> {
  const response = await fetch(`/api/search?${catalogSearchParams(query)}`)
  if (!response.ok) throw new Error(`search answered ${response.status}`)
  return response.json()
}
