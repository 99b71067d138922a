'use client'

/** Skills that match what is being typed, from /api/search; none before anything is. */
import type { CatalogCard } from '#lib/catalog/views.ts'
import { ask, useSearch } from './use-search.ts'

export function useSkillSearch(query: string) {
  const { state, items } = useSearch(query.trim() === '' ? null : query, findSkills)
  return { state, cards: items }
}

async function findSkills(q: string, signal: AbortSignal): Promise<CatalogCard[]> {
  const { cards } = await ask<{ cards: CatalogCard[] }>(`/api/search?${new URLSearchParams({ q })}`, signal)
  return cards
}
