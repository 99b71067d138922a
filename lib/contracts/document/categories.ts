/** Categories of SkillSets: the built-in ones, and the list that an admin may have put in their place. */

export type Category = {
  /** What documents and URLs have, such as "dates". It stays when the category is renamed. */
  id: string
  label: string
  /** No new version may choose it. Published ones keep it, and are still found by it. */
  isRetired?: boolean
}

export const BUILT_IN_CATEGORIES = [
  { id: 'text', label: 'Text' },
  { id: 'data', label: 'Data' },
  { id: 'math', label: 'Mathematics' },
  { id: 'dates', label: 'Dates and times' },
  { id: 'finance', label: 'Finance' },
  { id: 'design', label: 'Design' },
  { id: 'security', label: 'Security' },
  { id: 'developer', label: 'Developer tools' },
  { id: 'commerce', label: 'Commerce' },
  { id: 'weather', label: 'Weather' },
  { id: 'writing', label: 'Writing' },
  { id: 'other', label: 'Other' },
] as const satisfies readonly Category[]

export const MAX_CATEGORIES = 40

export const CATEGORY_ID_PATTERN = '^[a-z][a-z0-9_]{0,29}$'

/** Returns the id itself for a category that the site does not have any more. */
export function categoryLabel(categories: readonly Category[], id: string): string {
  return categories.find((category) => category.id === id)?.label ?? id
}

/** Returns those that a new version can choose. */
export function listOfferedCategories(categories: readonly Category[]): Category[] {
  return categories.filter(({ isRetired }) => !isRetired)
}

/** Returns an id for a label that no category has yet: "Health & care" becomes "health_care". */
export function makeCategoryId(label: string, categories: readonly Category[]): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 26)
  const base = words || 'category'
  const taken = new Set(categories.map(({ id }) => id))
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`
    if (!taken.has(id)) return id
  }
}
