'use client'

/** What matches what is being typed, asked of the server. */
import { useEffect, useState } from 'react'

// Long enough that a word is mostly typed, short enough that nobody waits.
const PAUSE_MS = 120

type State = 'idle' | 'searching' | 'done' | 'failed'

/** What is asked for one thing typed: the same function at every call. */
type Find<Item> = (query: string, signal: AbortSignal) => Promise<Item[]>

const NOTHING = { state: 'idle' as const, items: [] }

/** Asks again shortly after `query` changes; what was found stays until the next answer has come. Null asks nothing. */
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

/** Throws when it does not answer, or refuses. */
export async function ask<Answer>(href: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(href, { signal })
  if (!response.ok) throw new Error(`${href} answered ${response.status}`)
  return response.json()
}
