'use client'

import { useEffect, useState } from 'react'

const SEARCH_DELAY_MS = 120

type State = 'idle' | 'searching' | 'done' | 'failed'

type Find<Item> = (query: string, signal: AbortSignal) => Promise<Item[]>

const IDLE = { state: 'idle' as const, items: [] }

/**
 * Searches once the query has paused. Earlier results stay until the next ones arrive. A null query sends no request.
 */
export function useSearch<Item>(query: string | null, find: Find<Item>): { state: State; items: Item[] } {
  const [search, setSearch] = useState<{ state: State; items: Item[] }>(IDLE)
  const q = query?.trim()

  useEffect(() => {
    if (q === undefined) return setSearch(IDLE)
    const abort = new AbortController()
    setSearch(({ items }) => ({ state: 'searching', items }))
    const timer = setTimeout(() => {
      find(q, abort.signal)
        .then((items) => setSearch({ state: 'done', items }))
        .catch(() => abort.signal.aborted || setSearch({ state: 'failed', items: [] }))
    }, SEARCH_DELAY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q, find])

  return search
}

/** Throws on network and HTTP errors. */
export async function fetchSearch<Body>(href: string, signal: AbortSignal): Promise<Body> {
  const response = await fetch(href, { signal })
  if (!response.ok) throw new Error(`${href} answered ${response.status}`)
  return response.json()
}
