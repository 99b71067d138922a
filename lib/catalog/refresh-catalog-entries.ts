/**
 * The catalogue lists the version that everyone gets who asks for no number: the newest published one that is public, not hidden,
 * not a pre-release, and not held back by its age, its rollout or its return; without one, only the page remains. It lists
 * nothing of a hidden or suspended SkillSet, or while that version is in quarantine.
 */

import type { Context } from '../context/context.ts'
import { readImagePath } from '../contracts/document/image-path.ts'
import type { RiskLevel, SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { findLatestStable, sortNewestFirst } from '../contracts/versions/choose-version.ts'
import { isPrerelease, parseMajor } from '../contracts/versions/version-number.ts'
import { offerToAnyone, withoutHeld } from '../installs/offer-versions.ts'
import { canonicalSchema } from '../json-schema/parse/canonical-schema.ts'
import { notifyCatalogChange } from '../kernel/db/catalog-changes.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { runExclusively } from '../kernel/db/workers.ts'
import { logFault } from '../kernel/logging/log.ts'
import { itemPriceOf, priceOf } from '../kernel/money.ts'
import {
  findDocuments,
  findSkillSetById,
  listPublishedVersions,
  type PublishedVersion,
  type SkillSetRow,
} from '../publishing/rows/published-versions.ts'
import { lockSkillSet } from '../publishing/rows/versions.ts'
import { refreshAgedEvidence, refreshEvidence } from '../runs/rows/evidence.ts'
import { findListedRisksOf } from './catalog-summaries.ts'
import { declaredFields } from './model/contract-features.ts'
import { contractFields, listedContract } from './model/listed-contract.ts'
import { nameChoices } from './model/query-words.ts'
import { searchableText } from './model/searchable-text.ts'
import {
  findSetsToRefresh,
  findSetsWithoutContract,
  type NewEntry,
  replaceEntries,
  setRefreshAt,
} from './rows/catalog-entries.ts'

/** Call it in the transaction that changes a version. After a transfer, the former owner is notified, too. */
export async function refreshCatalogEntries(
  tx: Tx,
  skillSetId: string,
  { formerOrganisationId }: { formerOrganisationId?: string } = {},
): Promise<void> {
  const skillSet = await findSkillSetById(tx, skillSetId)
  const versions = await listPublishedVersions(tx, skillSetId)
  const { served, changesAt } =
    skillSet && !skillSet.restriction
      ? await findServed(tx, skillSet, versions)
      : { served: undefined, changesAt: null }
  // Calls without a version lead to the served one, so an earlier one is not listed in its place.
  const listed = served?.withdrawal ? undefined : served
  const former = listed && findFormerMajor(versions, listed)
  const documents = listed ? await findDocuments(tx, [listed.id, ...(former ? [former.id] : [])]) : new Map()
  const document: SkillSetDocument | undefined = listed && documents.get(listed.id)
  const entries =
    skillSet && listed && document
      ? buildEntries(
          skillSet,
          listed,
          document,
          await findListedRisksOf(tx, `${skillSet.publisher.handle}.${skillSet.slug}`, document),
          former && documents.get(former.id),
        )
      : []
  if (skillSet) {
    const { handle, organisationId } = skillSet.publisher
    const isVisible = versions.some(({ visibility, isHidden }) => visibility === 'PUBLIC' && !isHidden)
    await notifyCatalogChange(tx, {
      kind: 'skillset',
      name: `${handle}.${skillSet.slug}`,
      organisationIds: [organisationId, ...(formerOrganisationId ? [formerOrganisationId] : [])],
      isPublic: isVisible || (await tx.catalogEntry.count({ where: { skillSetId } })) > 0,
    })
  }
  // Also without entries: the version that is served may be in quarantine until a newer one takes its place. Before the entries,
  // as whoever locks the SkillSet first does.
  await setRefreshAt(tx, skillSetId, changesAt)
  const added = await replaceEntries(tx, skillSetId, entries)
  // A skill that was hidden or suspended has the evidence of its earlier runs.
  for (const name of added) await refreshEvidence(tx, name)
}

/** Returns the version that everyone gets, and when a newer one will be old enough, or null. */
async function findServed(
  tx: Tx,
  skillSet: SkillSetRow,
  versions: readonly PublishedVersion[],
): Promise<{ served: PublishedVersion | undefined; changesAt: Date | null }> {
  const open = versions.filter(({ visibility, isHidden }) => visibility === 'PUBLIC' && !isHidden)
  const { held } = await offerToAnyone(tx, skillSet, open)
  const stable = sortNewestFirst(open).filter(
    ({ state, number }) => state === 'PUBLISHED' && !isPrerelease(number),
  )
  const [served] = withoutHeld(stable, held, (version) => version)
  const times = [...held.values()].flatMap((each) => (each.kind === 'age' ? [each.until.getTime()] : []))
  return { served, changesAt: times.length > 0 ? new Date(Math.min(...times)) : null }
}

/** Returns the latest version of the major before, which callers may still be pinned to. */
function findFormerMajor(
  versions: readonly PublishedVersion[],
  listed: PublishedVersion,
): PublishedVersion | undefined {
  const before = parseMajor(listed.number) - 1
  return findLatestStable(
    versions.filter(
      ({ number, visibility, isHidden }) =>
        parseMajor(number) === before && visibility === 'PUBLIC' && !isHidden && !isPrerelease(number),
    ),
  )
}

/** The filter treats instructions as a runtime. */
export function runtimeOf({
  kind,
  runtime = 'javascript',
}: Pick<SkillDocument, 'kind' | 'runtime'>): 'javascript' | 'python' | 'instructions' {
  return kind === 'instruction' ? 'instructions' : runtime
}

function buildEntries(
  skillSet: SkillSetRow,
  version: PublishedVersion,
  document: SkillSetDocument,
  riskOf: (skill: SkillDocument) => RiskLevel,
  former?: SkillSetDocument,
): NewEntry[] {
  const { publisher } = skillSet
  return document.skills.map((skill) => ({
    skillSetId: skillSet.id,
    versionId: version.id,
    name: `${publisher.handle}.${skillSet.slug}.${skill.slug}`,
    publisher: publisher.handle,
    skillSetSlug: skillSet.slug,
    skillSlug: skill.slug,
    title: removeNul(skill.name),
    description: removeNul(skill.description),
    skillSetName: removeNul(document.name),
    versionNumber: version.number,
    kind: skill.kind ?? 'action',
    runtime: runtimeOf(skill),
    riskLevel: riskOf(skill),
    categories: document.categories ?? [],
    tags: (skill.tags ?? []).map(removeNul),
    logo: readImagePath(document.logoImageUrl),
    verified: publisher.verifiedAt !== null,
    priceMicros: priceOf(skill),
    itemMicros: itemPriceOf(skill),
    ...contractFields(listedContract(document, skill, former)),
    ...searchTexts(skillSet, document, skill),
    publishedAt: version.publishedAt,
  }))
}

/** Returns texts by weight; a title's word counts most. */
function searchTexts(
  { publisher, slug }: SkillSetRow,
  document: SkillSetDocument,
  skill: SkillDocument,
): Pick<NewEntry, 'searchTitle' | 'searchLabels' | 'searchDescription' | 'searchText'> {
  const labels = [document.name, slug, ...(skill.tags ?? []), ...(document.categories ?? [])]
  const inputs = Object.keys(skill.parameters?.properties ?? {})
  const text = [
    ...inputs,
    nameChoices(choicesOf(skill)),
    document.tagline,
    document.description,
    publisher.handle,
    publisher.displayName,
  ]
  return {
    searchTitle: searchableText(`${skill.name} ${skill.slug}`),
    searchLabels: searchableText(labels.join(' ')),
    searchDescription: searchableText(skill.description),
    searchText: searchableText(text.join(' ')),
  }
}

const MAX_CHOICES = 200
const MAX_CHOICE_CHARS = 40

/** Returns the texts that the input's fields offer as choices. */
function choicesOf({ parameters = {} }: SkillDocument): string[] {
  const { schema = {} } = canonicalSchema(parameters)
  const choices = [...declaredFields(schema).values()].flatMap((field) =>
    Array.isArray(field.enum) ? field.enum : [],
  )
  const texts = choices.filter((each) => typeof each === 'string' && each.length <= MAX_CHOICE_CHARS)
  return [...new Set(texts as string[])].slice(0, MAX_CHOICES)
}

// A text column refuses NUL.
function removeNul(text: string): string {
  return text.replaceAll('\0', '')
}

const BATCH = 20

/** Lists versions that have become old enough to reach everyone. Returns the number of SkillSets. */
export async function refreshAgedEntries({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  const ids = await findSetsToRefresh(db, { now, take: BATCH })
  for (const id of ids) await refreshAlone(db, id)
  return ids.length
}

/** Adds contracts to entries that the release before wrote without them. Returns the number of SkillSets. */
export async function fillListedContracts({ db }: Pick<Context, 'db'>): Promise<number> {
  const ids = await findSetsWithoutContract(db, BATCH)
  for (const id of ids) await refreshAlone(db, id)
  return ids.length
}

/** Locks the SkillSet first, as those who change its versions do. A fault is logged, so that the others are refreshed. */
async function refreshAlone(db: Context['db'], skillSetId: string): Promise<void> {
  const refresh = async (tx: Tx) => {
    await lockSkillSet(tx, skillSetId)
    await refreshCatalogEntries(tx, skillSetId)
  }
  await db
    .$transaction(refresh)
    .catch((thrown) => logFault(thrown, 'the catalogue entries could not be refreshed', { skillSetId }))
}

/** Refreshes evidence older than an hour, so that old runs drop out. Returns the count. */
export async function refreshOldEvidence({ db }: Pick<Context, 'db'>): Promise<number> {
  let count = 0
  await runExclusively(db, 'refresh evidence', async () => {
    count = await refreshAgedEvidence(db)
  })
  return count
}
