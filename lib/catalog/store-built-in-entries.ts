/** Lists built-in tools and the guide in the catalogue when the server starts. */

import { BUILT_IN_PUBLISHER } from '../catalog-model/catalog-labels.ts'
import type { Context } from '../context/context.ts'
import { type NewEntry, replaceBuiltInEntries } from '../db/catalog/catalog-entries.ts'
import { isToolName } from '../name-rules/skill-name.ts'
import type { SkillDocument, SkillSetDocument } from '../skillset/document/skillset-document.ts'

type BuiltIn = { name: string; document: SkillSetDocument; skill: SkillDocument }

/** Older than any publication, so that built-ins never lead the newest. */
const SINCE = new Date('2026-01-01')

export function storeBuiltInEntries(
  { db }: Pick<Context, 'db'>,
  builtIns: readonly BuiltIn[],
): Promise<void> {
  return replaceBuiltInEntries(db, builtIns.map(entryOf))
}

function entryOf({ name, document, skill }: BuiltIn): NewEntry {
  return {
    name,
    publisher: BUILT_IN_PUBLISHER,
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
    searchText: searchTextOf(name, document, skill),
    publishedAt: SINCE,
  }
}

/** Splits camel case, so that "readFile" is found by "read" and "file". */
function searchTextOf(name: string, document: SkillSetDocument, skill: SkillDocument): string {
  const spacedName = name.replace(/[._]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
  return [
    skill.name,
    spacedName,
    skill.slug,
    document.name,
    skill.description,
    'built in tool',
    document.description,
  ].join('\n')
}
