'use client'

/**
 * The search form of the catalogue. The URL holds the state: typing writes it a moment later, choosing at once.
 *
 * Before the scripts have come it is a plain form that asks for the same URL.
 */
import { LoaderCircle, Search } from 'lucide-react'
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
import {
  type CatalogQuery,
  catalogSearchParams,
  MAX_QUERY_CHARS,
} from '#lib/contract/market/catalog-query.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { Button } from '../ui/button.tsx'
import { CatalogFilters } from './catalog-filters.tsx'

// Long enough that a word is mostly typed, short enough that nobody waits.
const PAUSE_MS = 180

type CatalogSearchProps = {
  query: CatalogQuery
  /** The results of `query`; they stay, dimmed, until the next ones have come. */
  children: ReactNode
}

export function CatalogSearch({ query, children }: CatalogSearchProps) {
  const { draft, change, submit, pending } = useCatalogUrl(query)
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)

  return (
    <>
      <search>
        <form action={paths.home} onSubmit={submit} className="grid grid-cols-1 gap-4">
          <div className="relative">
            <Search
              className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted-foreground"
              aria-hidden
            />
            <input
              ref={field}
              type="search"
              name="q"
              aria-label="Search skills"
              placeholder="What do you need done?"
              autoComplete="off"
              maxLength={MAX_QUERY_CHARS}
              value={draft.q}
              onChange={(event) => change({ q: event.target.value }, PAUSE_MS)}
              className="h-14 w-full rounded-xl border border-input bg-card pr-28 pl-12 text-base shadow-sm placeholder:text-muted-foreground [&::-webkit-search-cancel-button]:hidden"
            />
            <Button type="submit" className="absolute top-1/2 right-2.5 -translate-y-1/2">
              Search
            </Button>
          </div>
          <CatalogFilters query={draft} onChange={(filters) => change(filters, 0)} />
        </form>
      </search>
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

/** The form's state, and its way into the URL and back. */
function useCatalogUrl(query: CatalogQuery) {
  const router = useRouter()
  const [pending, start] = useTransition()
  const [draft, setDraft] = useState(query)
  const asked = useRef(hrefOf(query))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back and forward change the URL under the form; what is still on its way does not.
  useEffect(() => {
    if (pending || hrefOf(query) === asked.current) return
    asked.current = hrefOf(query)
    setDraft(query)
  }, [query, pending])
  useEffect(() => () => clearTimeout(timer.current), [])

  function go(next: CatalogQuery) {
    asked.current = hrefOf(next)
    start(() => router.replace(asked.current, { scroll: false }))
  }

  function change(changes: Partial<CatalogQuery>, afterMs: number) {
    // Another search begins on its first page.
    const next = { ...draft, ...changes, cursor: undefined }
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go(next), afterMs)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    clearTimeout(timer.current)
    go({ ...draft, cursor: undefined })
  }

  return { draft, change, submit, pending }
}

function hrefOf(query: CatalogQuery): string {
  const params = catalogSearchParams({ ...query, q: query.q.trim() }).toString()
  return params ? `${paths.home}?${params}` : paths.home
}

/** “/” goes to the search field, unless somebody is writing. */
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
