import type { Context } from '../context/context.ts'
import { readImagePath } from '../contracts/document/image-path.ts'
import { strongestRestriction } from '../contracts/versions/restriction.ts'
import { AppError } from '../kernel/errors.ts'
import { isSlug } from '../kernel/names/skill-name.ts'
import { toProofViews } from '../publishing/model/publisher-proofs.ts'
import {
  findCardDocuments,
  findPublisher,
  isMember,
  listPublisherSkillSets,
} from '../publishing/rows/published-versions.ts'
import { listProofs } from '../publishing/rows/publisher-proofs.ts'
import { findEvidence } from '../runs/rows/evidence.ts'
import { findActiveRestriction } from '../settings/rows/restriction-rows.ts'
import { asEvidence, asPublisherSummary, totalEvidence } from './catalog-summaries.ts'
import type { PublisherPage } from './catalog-views.ts'
import { findListedVersion } from './find-listed-version.ts'

/**
 * Returns a publisher with its public SkillSets, and its private ones for members of its organisation. Throws
 * NOT_FOUND.
 */
export async function getPublisherPage(ctx: Context, handle: string): Promise<PublisherPage> {
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  if (!publisher) throw new AppError('NOT_FOUND')
  const { organisationId } = publisher
  const restriction = strongestRestriction(
    [await findActiveRestriction(ctx.db, { publisherId: publisher.id })].filter(
      (restriction) => restriction !== null,
    ),
  )
  const isOwner =
    ctx.viewer !== null && (await isMember(ctx.db, { userId: ctx.viewer.userId, organisationId }))

  const found = await Promise.all(
    (await listPublisherSkillSets(ctx.db, publisher.id)).map(async (row) => {
      if ((row.restriction || restriction) && !isOwner) return []
      const version = await findListedVersion(ctx.db, { ...row, publisher }, row.versions, { isOwner })
      return version ? [{ ...row, publisher, version }] : []
    }),
  )
  const rows = found.flat()
  const documents = await findCardDocuments(
    ctx.db,
    rows.map(({ version }) => version.id),
  )
  const namesOf = (row: (typeof rows)[number]) =>
    (documents.get(row.version.id)?.skills ?? []).map(
      (skill) => `${publisher.handle}.${row.slug}.${skill.slug}`,
    )
  const evidence = await findEvidence(ctx.db, rows.flatMap(namesOf))

  const skillSets = rows.map((row) => {
    const { id, slug } = row
    const { name, tagline = '', logoImageUrl } = documents.get(row.version.id)!
    const names = namesOf(row)
    return {
      id,
      slug,
      name,
      tagline,
      logo: readImagePath(logoImageUrl),
      versionNumber: row.version.number,
      visibility: row.version.visibility,
      state: row.version.state,
      deprecatedAtMs: row.version.deprecatedAt?.getTime() ?? null,
      skillCount: names.length,
      evidence: totalEvidence(names.map((name) => asEvidence(evidence.get(name)))),
    }
  })
  return {
    restriction,
    publisher: {
      ...asPublisherSummary(publisher),
      id: publisher.id,
      bio: publisher.bio,
      website: publisher.website,
      support: publisher.support,
      repository: publisher.repository,
      sinceMs: publisher.createdAt.getTime(),
      verifiedAtMs: publisher.verifiedAt?.getTime() ?? null,
      proofs: toProofViews(await listProofs(ctx.db, publisher.id)),
    },
    skillSets,
    evidence: totalEvidence(skillSets.map((skillSet) => skillSet.evidence)),
    isOwner,
  }
}
