/** What entries of a collection show to a viewer, with the cards of the catalogue. */

import type { Context } from '../../context/context.ts'
import { readImagePath } from '../../contracts/document/image-path.ts'
import { riskIn } from '../../contracts/permissions/permission-lines.ts'
import { pricesOf } from '../../kernel/money.ts'
import { listOrganisationIds } from '../../organisations/rows/memberships.ts'
import {
  type CardDocument,
  findCardDocuments,
  listSkillSetsById,
  type PublishedVersion,
  type SkillSetRow,
} from '../../publishing/rows/published-versions.ts'
import { findEvidence } from '../../runs/rows/evidence.ts'
import { asEvidence, asPublisherSummary, totalEvidence } from '../catalog-summaries.ts'
import type { CatalogCard, PublisherPage } from '../catalog-views.ts'
import { findListedVersion } from '../find-listed-version.ts'
import { EVERYTHING } from '../model/catalog-query.ts'
import { runtimeOf } from '../refresh-catalog-entries.ts'
import type { EntryKey } from '../rows/collections.ts'
import { searchCatalog } from '../search-catalog.ts'

export type CollectedItem =
  | { kind: 'skill'; card: CatalogCard }
  | { kind: 'skillSet'; handle: string; skillSet: PublisherPage['skillSets'][number]; skills: string[] }
  /** Nothing that the viewer may see: private to others, taken down, suspended, or without this skill. */
  | { kind: 'hidden' }

type Shown = { skillSet: SkillSetRow; version: PublishedVersion; document: CardDocument }

const HIDDEN: CollectedItem = { kind: 'hidden' }

/** Returns what each entry shows, in the order of `entries`. */
export async function readCollectedItems(
  ctx: Context,
  entries: readonly EntryKey[],
): Promise<CollectedItem[]> {
  const ids = [...new Set(entries.map(({ skillSetId }) => skillSetId))]
  const shown = await findShown(ctx, ids)
  const names = entries.flatMap(({ skillSetId }) => skillNames(shown.get(skillSetId)))
  const [evidence, listed] = await Promise.all([
    findEvidence(ctx.db, names),
    findCards(
      ctx,
      entries.filter(({ skillSlug }) => skillSlug !== '').map(({ skillSetId }) => skillSetId),
    ),
  ])

  return entries.map(({ skillSetId, skillSlug }) => {
    const set = shown.get(skillSetId)
    if (!set) return HIDDEN
    if (skillSlug === '') {
      const setEvidence = totalEvidence(skillNames(set).map((name) => asEvidence(evidence.get(name))))
      return asSkillSetItem(set, setEvidence)
    }
    const skill = set.document.skills.find(({ slug }) => slug === skillSlug)
    if (!skill) return HIDDEN
    const name = nameOf(set, skillSlug)
    return {
      kind: 'skill',
      card: listed.get(name) ?? { ...asCard(set, skill), evidence: asEvidence(evidence.get(name)) },
    }
  })
}

const nameOf = ({ skillSet }: Shown, slug: string) => `${skillSet.publisher.handle}.${skillSet.slug}.${slug}`

function skillNames(set: Shown | undefined): string[] {
  return set ? set.document.skills.map(({ slug }) => nameOf(set, slug)) : []
}

/** Returns the SkillSets that the viewer may see, in the version that pages show first. */
export async function findShown(ctx: Context, ids: readonly string[]): Promise<Map<string, Shown>> {
  const own = new Set(ctx.viewer ? await listOrganisationIds(ctx.db, ctx.viewer.userId) : [])
  const found = await Promise.all(
    (await listSkillSetsById(ctx.db, ids)).map(async ({ versions, ...skillSet }) => {
      const isOwner = own.has(skillSet.publisher.organisationId)
      if (skillSet.restriction && !isOwner) return []
      const version = await findListedVersion(ctx.db, skillSet, versions, { isOwner })
      return version ? [{ skillSet, version }] : []
    }),
  )
  const chosen = found.flat()
  const documents = await findCardDocuments(
    ctx.db,
    chosen.map(({ version }) => version.id),
  )
  return new Map(
    chosen.flatMap(({ skillSet, version }) => {
      const document = documents.get(version.id)
      return document ? [[skillSet.id, { skillSet, version, document }] as const] : []
    }),
  )
}

/** Returns the cards of the listed skills of these SkillSets by name. */
async function findCards(ctx: Context, skillSetIds: string[]): Promise<Map<string, CatalogCard>> {
  if (skillSetIds.length === 0) return new Map()
  const { cards } = await searchCatalog(ctx, EVERYTHING, MAX_CARDS, { skillSetIds })
  return new Map(cards.map((card) => [card.name, card]))
}

/** More than the entries of a collection, because a card is found for each skill of their SkillSets. */
const MAX_CARDS = 5_000

function asSkillSetItem(set: Shown, evidence: PublisherPage['skillSets'][number]['evidence']): CollectedItem {
  const { skillSet, version, document } = set
  const { id, slug } = skillSet
  const { name, tagline = '' } = document
  return {
    kind: 'skillSet',
    handle: skillSet.publisher.handle,
    skills: document.skills.filter(({ kind }) => kind !== 'instruction').map(({ slug }) => nameOf(set, slug)),
    skillSet: {
      ...{ id, slug, name, tagline, logo: readImagePath(document.logoImageUrl), evidence },
      versionNumber: version.number,
      visibility: version.visibility,
      state: version.state,
      deprecatedAtMs: version.deprecatedAt?.getTime() ?? null,
      skillCount: document.skills.length,
    },
  }
}

/** The card of a skill that the catalogue does not list, such as one that is private to the viewer's organisation. */
function asCard(set: Shown, skill: CardDocument['skills'][number]): Omit<CatalogCard, 'evidence'> {
  const { skillSet, version, document } = set
  const publisher = asPublisherSummary(skillSet.publisher)
  return {
    skillSetId: skillSet.id,
    name: nameOf(set, skill.slug),
    publisher: publisher.handle,
    skillSetSlug: skillSet.slug,
    skillSlug: skill.slug,
    title: skill.name,
    description: skill.description,
    skillSetName: document.name,
    versionNumber: version.number,
    runtime: runtimeOf(skill),
    riskLevel: riskIn(document, skill),
    ...pricesOf(skill),
    categories: document.categories ?? [],
    logo: readImagePath(document.logoImageUrl),
    verified: publisher.verified,
    rating: null,
  }
}
