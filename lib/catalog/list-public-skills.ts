import { LRUCache } from 'lru-cache'
import type { Context } from '../context/context.ts'
import { listEntries, type PublicEntry } from './rows/catalog-entries.ts'

/** The most addresses that a sitemap may have is 50,000 (sitemaps.org); the rest is for other pages. */
const MAX_SKILLS = 45_000
const CACHED_MS = 10 * 60_000

const cache = new LRUCache<string, Promise<PublicEntry[]>>({ max: 1, ttl: CACHED_MS })

/** Returns the newest skills of the catalogue, without built-in tools. Cached for ten minutes. */
export function listPublicSkills({ db }: Pick<Context, 'db'>): Promise<PublicEntry[]> {
  const known = cache.get('all')
  if (known) return known
  const skills = listEntries(db, MAX_SKILLS)
  cache.set('all', skills)
  skills.catch(() => cache.delete('all'))
  return skills
}
