/** What Guildhall itself brings, in the catalogue: its tools and the guide. Floor 3; for the start of a server. */
import type { Context } from '../context.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { HOUSE } from '../contract/market/catalog-words.ts'
import { isToolName } from '../contract/market/skill-name.ts'
import { keepBuiltInEntries, type NewEntry } from '../db/catalog-entries.ts'

type BuiltIn = { name: string; document: SkillSetDocument; skill: SkillDocument }

/** Older than anything that people publish, so that nothing of it is ever "new". */
const SINCE = new Date('2026-01-01')

export function keepBuiltIns({ db }: Pick<Context, 'db'>, brought: readonly BuiltIn[]): Promise<void> {
  return keepBuiltInEntries(db, brought.map(entryOf))
}

function entryOf({ name, document, skill }: BuiltIn): NewEntry {
  return {
    name,
    publisher: HOUSE,
    skillSetSlug: document.slug,
    skillSlug: skill.slug,
    title: skill.name,
    description: skill.description,
    skillSetName: document.name,
    versionNumber: document.version,
    kind: skill.kind ?? 'action',
    runtime: isToolName(name) ? 'built_in' : 'instructions',
    riskLevel: skill.riskLevel ?? 'read-only',
    categories: document.categories ?? [],
    tags: skill.tags ?? [],
    haystack: haystackOf(name, document, skill),
    publishedAt: SINCE,
  }
}

/** "readFile" is found by "read" and by "file". */
function haystackOf(name: string, document: SkillSetDocument, skill: SkillDocument): string {
  const words = name.replace(/[._]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
  return [
    skill.name,
    words,
    skill.slug,
    document.name,
    skill.description,
    'built in tool',
    document.description,
  ].join('\n')
}
