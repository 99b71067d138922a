'use client'

/** Skills that match what is being typed, from /api/search. */
import { useEffect, useState } from 'react'
import type { CatalogCard } from '#lib/catalog/views.ts'

// Long enough that a word is mostly typed, short enough that nobody waits.
const PAUSE_MS = 120

export type SkillSearch = { state: 'idle' | 'searching' | 'done' | 'failed'; cards: CatalogCard[] }

const NOTHING: SkillSearch = { state: 'idle', cards: [] }

/** Asks again shortly after `query` changes; what was found stays until the next answer has come. */
export function useSkillSearch(query: string): SkillSearch {
  const [search, setSearch] = useState(NOTHING)
  const q = query.trim()

  useEffect(() => {
    if (q === '') return setSearch(NOTHING)
    const abort = new AbortController()
    setSearch(({ cards }) => ({ state: 'searching', cards }))
    const timer = setTimeout(() => {
      findSkills(q, abort.signal)
        .then((cards) => setSearch({ state: 'done', cards }))
        .catch(() => abort.signal.aborted || setSearch({ state: 'failed', cards: [] }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q])

  return search
}

async function findSkills(q: string, signal: AbortSignal): Promise<CatalogCard[]> {
  const response = await fetch(`/api/search?${new URLSearchParams({ q })}`, { signal })
  if (!response.ok) throw new Error(`search answered ${response.status}`)
  const { cards }: { cards: CatalogCard[] } = await response.json()
  return cards
}
