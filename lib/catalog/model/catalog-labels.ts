import type { PRICES, RUNTIMES, SORTS } from './catalog-query.ts'

export const RUNTIME_LABELS = {
  javascript: 'JavaScript',
  python: 'Python',
  instructions: 'Instructions',
  built_in: 'Built-in',
} as const satisfies Record<(typeof RUNTIMES)[number], string>

/** Handles cannot contain hyphens. */
export const BUILT_IN_PUBLISHER = 'built-in'

export const PRICE_LABELS = {
  free: 'Free',
  paid: 'Paid',
} as const satisfies Record<(typeof PRICES)[number], string>

export const SORT_LABELS = {
  best: 'Best match',
  used: 'Most used',
  rating: 'Best rated',
  newest: 'Newest',
  name: 'Name',
} as const satisfies Record<(typeof SORTS)[number], string>

export const BEST_OF_ALL = 'Popular'
