'use client'

import { useEffect, useState } from 'react'

const PAUSE_MS = 120

type State = 'idle' | 'searching' | 'done' | 'failed'

type Find<Item> = (query: string, signal: AbortSignal) => Promise<Item[]>

const NOTHING = { state: 'idle' as const, items: [] }

/** Searches once `query` pauses. Earlier results stay until the next arrive. Null sends no request. */
export function useSearch<Item>(query: string | null, find: Find<Item>): { state: State; items: Item[] } {
  const [search, setSearch] = useState<{ state: State; items: Item[] }>(NOTHING)
  const q = query?.trim()

  useEffect(() => {
    if (q === undefined) return setSearch(NOTHING)
    const abort = new AbortController()
    setSearch(({ items }) => ({ state: 'searching', items }))
    const timer = setTimeout(() => {
      find(q, abort.signal)
        .then((items) => setSearch({ state: 'done', items }))
        .catch(() => abort.signal.aborted || setSearch({ state: 'failed', items: [] }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q, find])

  return search
}

/** Throws on network and HTTP errors. */
export async function fetchSearch<Answer>(href: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(href, { signal })
  if (!response.ok) throw new Error(`${href} answered ${response.status}`)
  return response.json()
}
