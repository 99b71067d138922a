/** What a search came to, in a sentence. Pure. */
import type { SearchResult } from '#lib/vault/search.ts'

export type Found = SearchResult & { query: string }

export function searchWords({ query, matches, truncated }: Found): string {
  // What was cut short before it found anything ran out of time.
  if (matches.length === 0)
    return truncated
      ? `“${query}” was not found in the time there was, and some files were not reached. A longer text or a simpler pattern is faster.`
      : `“${query}” is in no file.`
  const files = new Set(matches.map(({ path }) => path)).size
  const places = matches.length === 1 ? '1 place' : `${matches.length} places`
  const inFiles = files === 1 ? '1 file' : `${files} files`
  return `${truncated ? 'The first ' : ''}${places} in ${inFiles}`
}
