/** The server stores these entries at start. */

import type { Context } from '../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { isToolName } from '../kernel/names/tool-name.ts'
import { BUILT_IN_PUBLISHER } from './model/catalog-labels.ts'
import { contractFields, listedContract } from './model/listed-contract.ts'
import { searchableText } from './model/searchable-text.ts'
import { type NewEntry, replaceEntries } from './rows/catalog-entries.ts'

type BuiltIn = { name: string; document: SkillSetDocument; skill: SkillDocument }

/** The date of built-in tools, so that they never come first among the newest skills. */
const SINCE = new Date('2026-01-01')

export async function storeBuiltInEntries(
  { db }: Pick<Context, 'db'>,
  builtIns: readonly BuiltIn[],
): Promise<void> {
  await db.$transaction((tx) => replaceEntries(tx, null, builtIns.map(buildEntry)))
}

function buildEntry({ name, document, skill }: BuiltIn): NewEntry {
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
    ...contractFields(listedContract(document, skill)),
    searchTitle: searchableText(`${skill.name} ${name} ${skill.slug}`),
    searchLabels: searchableText(`${document.name} built-in tool`),
    searchDescription: searchableText(skill.description),
    searchText: searchableText(document.description),
    publishedAt: SINCE,
  }
}
