'use client'

/** Files of the vault by their names as they are being typed; before anything is, those that were changed last. */
import { paths } from '#lib/contract/market/paths.ts'
import type { FileEntry } from '#lib/vault/list-files.ts'
import { ask, useSearch } from './use-search.ts'

/** Null asks nothing. */
export function useFileSearch(query: string | null) {
  const { state, items } = useSearch(query, findFiles)
  return { state, files: items }
}

async function findFiles(name: string, signal: AbortSignal): Promise<FileEntry[]> {
  const { items } = await ask<{ items: FileEntry[] }>(paths.vaultFind(name), signal)
  return items
}
