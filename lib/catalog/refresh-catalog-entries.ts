/**
 * Which of a SkillSet's skills the catalogue lists, written anew whenever a version is published or yanked.
 *
 * Floor 3. Listed is the newest published version that is public and no pre-release; a SkillSet without one is
 * not listed at all, though its page stays.
 */

import { ownImage } from '../contract/document/own-image.ts'
import type { RiskLevel, SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { priceOf } from '../contract/money/money.ts'
import { latestStable } from '../contract/version/choose-version.ts'
import { type NewEntry, replaceEntries } from '../db/catalog-entries.ts'
import type { Tx } from '../db/client.ts'
import {
  findDocuments,
  findSkillSetById,
  listPublishedVersions,
  type PublishedVersion,
  type SkillSetRow,
} from '../db/published.ts'
import { risksAsListed } from './risks-as-listed.ts'

/** Rewrites the rows of one SkillSet, in the transaction that moved one of its versions. */
export async function refreshCatalogEntries(tx: Tx, skillSetId: string): Promise<void> {
  const skillSet = await findSkillSetById(tx, skillSetId)
  const versions = await listPublishedVersions(tx, skillSetId)
  const listed = latestStable(versions.filter(({ visibility }) => visibility === 'PUBLIC'))
  const document = listed && (await findDocuments(tx, [listed.id])).get(listed.id)
  const entries =
    skillSet && listed && document
      ? entriesOf(
          skillSet,
          listed,
          document,
          await risksAsListed(tx, `${skillSet.publisher.handle}.${skillSet.slug}`, document),
        )
      : []
  await replaceEntries(tx, skillSetId, entries)
}

/** Instruction skills run nowhere; the catalogue's filter counts them as a runtime of their own. */
export function runtimeOf({
  kind,
  runtime = 'javascript',
}: SkillDocument): 'javascript' | 'python' | 'instructions' {
  return kind === 'instruction' ? 'instructions' : runtime
}

function entriesOf(
  skillSet: SkillSetRow,
  version: PublishedVersion,
  document: SkillSetDocument,
  riskOf: (skill: SkillDocument) => RiskLevel,
): NewEntry[] {
  const { publisher } = skillSet
  return document.skills.map((skill) => ({
    skillSetId: skillSet.id,
    versionId: version.id,
    name: `${publisher.handle}.${skillSet.slug}.${skill.slug}`,
    publisher: publisher.handle,
    skillSetSlug: skillSet.slug,
    skillSlug: skill.slug,
    title: storable(skill.name),
    description: storable(skill.description),
    skillSetName: storable(document.name),
    versionNumber: version.number,
    kind: skill.kind ?? 'action',
    runtime: runtimeOf(skill),
    riskLevel: riskOf(skill),
    categories: document.categories ?? [],
    tags: (skill.tags ?? []).map(storable),
    logo: ownImage(document.logoImageUrl),
    verified: publisher.verifiedAt !== null,
    priceMicros: priceOf(skill),
    haystack: haystackOf(skillSet, document, skill),
    publishedAt: version.publishedAt,
  }))
}

/** What can be found, the weightiest first; `_` and `.` would glue words together for the search. */
function haystackOf(
  { publisher, slug }: SkillSetRow,
  document: SkillSetDocument,
  skill: SkillDocument,
): string {
  const words = [
    skill.name,
    skill.slug,
    document.name,
    slug,
    skill.description,
    ...(skill.tags ?? []),
    ...(document.categories ?? []),
    document.tagline ?? '',
    document.description,
    publisher.handle,
    publisher.displayName,
  ]
  return storable(words.join('\n').replace(/[_.]+/g, ' '))
}

// JSON may hold a NUL, a text column of Postgres may not.
function storable(text: string): string {
  return text.replaceAll('\0', '')
}
