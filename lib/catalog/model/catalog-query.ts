/** URL parameters. An invalid value is ignored and reported in `notes`, so that old URLs remain usable. */
import { BUILT_IN_CATEGORIES, type Category } from '../../contracts/document/categories.ts'
import type { RiskLevel } from '../../contracts/document/skillset-document.ts'

export const SORTS = ['best', 'used', 'rating', 'newest', 'name'] as const
export const PRICES = ['free', 'paid'] as const
export const RUNTIMES = ['javascript', 'python', 'instructions', 'built_in'] as const
export const RISKS = ['read-only', 'writes', 'commands'] as const satisfies readonly RiskLevel[]

export type CatalogQuery = {
  q: string
  category?: string
  runtime?: (typeof RUNTIMES)[number]
  risk?: RiskLevel
  price?: (typeof PRICES)[number]
  verified: boolean
  sort: (typeof SORTS)[number]
  cursor?: string
}

/** Longer queries are cut, because each word costs the database a lookup. */
export const MAX_CATALOG_QUERY_CHARS = 200

export const EVERYTHING: CatalogQuery = { q: '', verified: false, sort: 'best' }

/** `categories` are those of the site, also the retired ones, so that links to these keep working. */
export function parseCatalogQuery(
  params: URLSearchParams,
  categories: readonly Category[] = BUILT_IN_CATEGORIES,
): { query: CatalogQuery; notes: string[] } {
  const notes: string[] = []

  function oneOf<Value extends string>(name: string, allowed: readonly Value[]): Value | undefined {
    const value = params.get(name)?.trim()
    if (!value) return undefined
    const found = allowed.find((each) => each === value)
    if (!found) notes.push(`The unknown ${name} “${value.slice(0, 40)}” was ignored.`)
    return found
  }

  const typed = readable(params.get('q') ?? '')
  const q = [...typed].slice(0, MAX_CATALOG_QUERY_CHARS).join('').trim()
  if (q.length < typed.length)
    notes.push(`Only the first ${MAX_CATALOG_QUERY_CHARS} characters of the query were used.`)

  const query: CatalogQuery = {
    q,
    category: oneOf(
      'category',
      categories.map(({ id }) => id),
    ),
    runtime: oneOf('runtime', RUNTIMES),
    risk: oneOf('risk', RISKS),
    price: oneOf('price', PRICES),
    verified: ['1', 'true', 'on', 'yes'].includes(params.get('verified')?.toLowerCase() ?? ''),
    sort: oneOf('sort', SORTS) ?? EVERYTHING.sort,
    cursor: params.get('cursor')?.slice(0, 1_000) || undefined,
  }
  return { query, notes }
}

export function catalogSearchParams(query: CatalogQuery): URLSearchParams {
  const params = new URLSearchParams()
  const { q, category, runtime, risk, price, verified, sort, cursor } = query
  const written = { q, category, runtime, risk, price, verified: verified ? '1' : '', cursor }
  for (const [name, value] of Object.entries(written)) if (value) params.set(name, value)
  if (sort !== EVERYTHING.sort) params.set('sort', sort)
  return params
}

// Postgres cannot store NUL, and control characters mean nothing.
function readable(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
