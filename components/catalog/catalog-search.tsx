/** Searches once the user has paused typing. Before hydration, the field is in a GET form. */
'use client'

import { LoaderCircle, Search, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { type CatalogQuery, MAX_CATALOG_QUERY_CHARS } from '#lib/catalog/model/catalog-query.ts'
import type { Category } from '#lib/contracts/document/categories.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { CatalogFilters, type OptionCounts } from './catalog-filters.tsx'
import { catalogPath } from './catalog-path.ts'

const SEARCH_DELAY_MS = 180

type CatalogSearchProps = {
  query: CatalogQuery
  categories: readonly Category[]
  counts?: OptionCounts
  children: ReactNode
}

export function CatalogSearch({ query, categories, counts, children }: CatalogSearchProps) {
  const { draft, change, submit, pending } = useCatalogUrl(query)
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)

  return (
    <>
      <search>
        <form action={paths.home} onSubmit={submit} className="grid grid-cols-1 gap-4">
          <div className="relative">
            <Search
              className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted-foreground"
              aria-hidden
            />
            <input
              ref={field}
              type="search"
              name="q"
              aria-label="Search skills"
              placeholder="What do you need done?"
              autoComplete="off"
              maxLength={MAX_CATALOG_QUERY_CHARS}
              value={draft.q}
              onChange={(event) => change({ q: event.target.value }, SEARCH_DELAY_MS)}
              className="h-14 w-full rounded-xl border border-input bg-card pr-36 pl-10 text-base placeholder-shown:pr-22 shadow-sm placeholder:text-muted-foreground [&::-webkit-search-cancel-button]:hidden"
            />
            {draft.q !== '' && (
              <Button
                type="button"
                variant="ghost"
                size="icon-sm"
                aria-label="Clear the search"
                className="absolute top-1/2 right-24 -translate-y-1/2 text-muted-foreground"
                onClick={() => {
                  change({ q: '' }, 0)
                  field.current?.focus()
                }}
              >
                <X aria-hidden />
              </Button>
            )}
            <Button type="submit" className="absolute top-1/2 right-2.5 -translate-y-1/2">
              Search
            </Button>
          </div>
          <CatalogFilters
            query={draft}
            categories={categories}
            counts={counts}
            onChange={(filters) => change(filters, 0)}
          />
        </form>
      </search>
      <SearchResults pending={pending}>{children}</SearchResults>
    </>
  )
}

function SearchResults({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <>
      <p role="status" className="sr-only">
        {pending && 'Searching'}
      </p>
      <div aria-busy={pending} className="relative">
        {pending && (
          <LoaderCircle
            className="absolute -top-1 right-0 size-4 animate-spin text-muted-foreground"
            aria-hidden
          />
        )}
        <div className={pending ? 'opacity-60 transition-opacity delay-150' : 'transition-opacity'}>
          {children}
        </div>
      </div>
    </>
  )
}

function useCatalogUrl(query: CatalogQuery) {
  const router = useRouter()
  const [pending, start] = useTransition()
  const [draft, setDraft] = useState(query)
  const requestedPath = useRef(catalogPath(query))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Follows Back and Forward, but not the URLs that this form itself has opened.
  useEffect(() => {
    if (pending || catalogPath(query) === requestedPath.current) return
    requestedPath.current = catalogPath(query)
    setDraft(query)
  }, [query, pending])
  useEffect(() => () => clearTimeout(timer.current), [])

  function navigate(next: CatalogQuery) {
    requestedPath.current = catalogPath(next)
    start(() => router.replace(requestedPath.current, { scroll: false }))
  }

  function change(changes: Partial<CatalogQuery>, afterMs: number) {
    const next = { ...draft, ...changes, cursor: undefined }
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => navigate(next), afterMs)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    clearTimeout(timer.current)
    navigate({ ...draft, cursor: undefined })
  }

  return { draft, change, submit, pending }
}

/** Focuses the field on "/", unless the user is typing elsewhere. */
function useSlashKey(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isWriting = (event.target as HTMLElement).closest?.('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isWriting) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}
