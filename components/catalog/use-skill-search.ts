'use client'

import type { CatalogCard } from '#lib/catalog/catalog-views.ts'
import { fetchSearch, useSearch } from '../browser/use-search.ts'

export function useSkillSearch(query: string) {
  const { state, items } = useSearch(query.trim() === '' ? null : query, findSkills)
  return { state, cards: items }
}

async function findSkills(q: string, signal: AbortSignal): Promise<CatalogCard[]> {
  const { cards } = await fetchSearch<{ cards: CatalogCard[] }>(
    `/api/search?${new URLSearchParams({ q })}`,
    signal,
  )
  return cards
}
