/** The catalogue's words for its categories, runtimes and orders. Ground; also in the browser. */

import type { CATEGORIES } from '../document/skillset-document.ts'
import type { PRICES, RUNTIMES, SORTS } from './catalog-query.ts'

export const CATEGORY_LABELS = {
  text: 'Text',
  data: 'Data',
  math: 'Mathematics',
  dates: 'Dates and times',
  finance: 'Finance',
  design: 'Design',
  security: 'Security',
  developer: 'Developer tools',
  commerce: 'Commerce',
  weather: 'Weather',
  writing: 'Writing',
  other: 'Everything else',
} as const satisfies Record<(typeof CATEGORIES)[number], string>

export const RUNTIME_LABELS = {
  javascript: 'JavaScript',
  python: 'Python',
  instructions: 'Instructions',
  built_in: 'Built in',
} as const satisfies Record<(typeof RUNTIMES)[number], string>

/** Stands for the publisher of what Guildhall itself brings; no handle has a hyphen. */
export const HOUSE = 'built-in'

export const PRICE_LABELS = {
  free: 'Free',
  paid: 'Paid',
} as const satisfies Record<(typeof PRICES)[number], string>

export const SORT_LABELS = {
  best: 'Best match',
  used: 'Most used',
  newest: 'Newest',
  name: 'Name',
} as const satisfies Record<(typeof SORTS)[number], string>

/** What the best are called when nothing is searched for: those much used and well rated. */
export const BEST_OF_ALL = 'Popular'

/** What a category is called; one that is no longer on the list keeps its own name. */
export function categoryLabel(category: string): string {
  return (CATEGORY_LABELS as Record<string, string>)[category] ?? category
}
