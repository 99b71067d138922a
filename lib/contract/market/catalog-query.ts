/**
 * What somebody looks for in the catalogue, and how it is written in a URL.
 *
 * Ground: the page, the search field in the browser and /api/search read and write the same parameters. A bad
 * value never fails; it is left out and told in `notes`, because old links and hand-typed URLs should still show
 * something.
 */
import { CATEGORIES, type RiskLevel } from '../document/skillset-document.ts'

export const SORTS = ['best', 'used', 'newest', 'name'] as const
export const PRICES = ['free', 'paid'] as const
export const RUNTIMES = ['javascript', 'python', 'instructions', 'built_in'] as const
const RISKS = ['read-only', 'writes', 'commands'] as const satisfies readonly RiskLevel[]

export type CatalogQuery = {
  /** Trimmed; "" shows everything. */
  q: string
  category?: (typeof CATEGORIES)[number]
  runtime?: (typeof RUNTIMES)[number]
  risk?: RiskLevel
  price?: (typeof PRICES)[number]
  /** Only publishers an admin has verified. */
  verified: boolean
  sort: (typeof SORTS)[number]
  /** Opaque, from the page before. */
  cursor?: string
}

/** Longer than any sensible search; keeps the work of one query bounded. */
export const MAX_QUERY_CHARS = 200

export const EVERYTHING: CatalogQuery = { q: '', verified: false, sort: 'best' }

export function parseCatalogQuery(params: URLSearchParams): { query: CatalogQuery; notes: string[] } {
  const notes: string[] = []

  function oneOf<Value extends string>(name: string, allowed: readonly Value[]): Value | undefined {
    const value = params.get(name)?.trim()
    if (!value) return undefined
    const found = allowed.find((each) => each === value)
    if (!found) notes.push(`There is no ${name} “${value.slice(0, 40)}”, so it was left out.`)
    return found
  }

  const typed = readable(params.get('q') ?? '')
  const q = [...typed].slice(0, MAX_QUERY_CHARS).join('').trim()
  if (q.length < typed.length) notes.push(`Only the first ${MAX_QUERY_CHARS} characters were searched for.`)

  const query: CatalogQuery = {
    q,
    category: oneOf('category', CATEGORIES),
    runtime: oneOf('runtime', RUNTIMES),
    risk: oneOf('risk', RISKS),
    price: oneOf('price', PRICES),
    verified: ['1', 'true', 'on', 'yes'].includes(params.get('verified')?.toLowerCase() ?? ''),
    sort: oneOf('sort', SORTS) ?? EVERYTHING.sort,
    cursor: params.get('cursor')?.slice(0, 1_000) || undefined,
  }
  return { query, notes }
}

/** The other way round; what is left at its default is not written. Always in the same order. */
export function catalogSearchParams(query: CatalogQuery): URLSearchParams {
  const params = new URLSearchParams()
  const { q, category, runtime, risk, price, verified, sort, cursor } = query
  const written = { q, category, runtime, risk, price, verified: verified ? '1' : '', cursor }
  for (const [name, value] of Object.entries(written)) if (value) params.set(name, value)
  if (sort !== EVERYTHING.sort) params.set('sort', sort)
  return params
}

// Postgres stores no NUL; runs of white space and control characters say nothing to a search.
function readable(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
