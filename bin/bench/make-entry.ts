import type { NewEntry } from '#lib/db/catalog/catalog-entries.ts'

/** A catalogue row of no SkillSet; a later index was published later. */
export function makeEntry(index: number): NewEntry {
  return {
    name: `bench.search.skill_${index}`,
    publisher: 'bench',
    skillSetSlug: 'search',
    skillSlug: `skill_${index}`,
    title: '',
    description: '',
    skillSetName: 'Search',
    versionNumber: '1.0.0',
    kind: 'action',
    runtime: 'javascript',
    riskLevel: 'read-only',
    publishedAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
  }
}
