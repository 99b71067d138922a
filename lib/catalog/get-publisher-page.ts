/** A publisher's page: who they are and what they offer. Floor 3; open to visitors. */
import type { Context } from '../context.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import { chooseVersion } from '../contract/version/choose-version.ts'
import { findEvidence } from '../db/evidence.ts'
import { findDocuments, findPublisher, isMember, listPublisherSkillSets } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { asEvidence, asPublisherSummary, asSkillSetSummary, totalEvidence } from './summaries.ts'
import type { PublisherPage } from './views.ts'

/** Private SkillSets are listed for members of the publisher's organisation only. Throws NOT_FOUND. */
export async function getPublisherPage(ctx: Context, handle: string): Promise<PublisherPage> {
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  if (!publisher) throw new AppError('NOT_FOUND')
  const { organisationId } = publisher
  const isOwner =
    ctx.viewer !== null && (await isMember(ctx.db, { userId: ctx.viewer.userId, organisationId }))

  const rows = (await listPublisherSkillSets(ctx.db, publisher.id)).flatMap((row) => {
    const version = chooseVersion(row.versions.filter(({ visibility }) => isOwner || visibility === 'PUBLIC'))
    // A SkillSet with nothing left but yanked versions is reached by its old links, not from here.
    return version && version.state !== 'YANKED' ? [{ ...row, publisher, version }] : []
  })
  const documents = await findDocuments(
    ctx.db,
    rows.map(({ version }) => version.id),
  )
  const namesOf = (row: (typeof rows)[number]) =>
    (documents.get(row.version.id)?.skills ?? []).map((skill) => `${handle}.${row.slug}.${skill.slug}`)
  const evidence = await findEvidence(ctx.db, rows.flatMap(namesOf))

  const skillSets = rows.map((row) => {
    const { slug, name, tagline, logo } = asSkillSetSummary(row, documents.get(row.version.id)!)
    const names = namesOf(row)
    return {
      slug,
      name,
      tagline,
      logo,
      versionNumber: row.version.number,
      visibility: row.version.visibility,
      state: row.version.state,
      deprecatedAtMs: row.version.deprecatedAt?.getTime() ?? null,
      skillCount: names.length,
      evidence: totalEvidence(names.map((each) => asEvidence(evidence.get(each)))),
    }
  })
  return {
    publisher: {
      ...asPublisherSummary(publisher),
      bio: publisher.bio,
      sinceMs: publisher.createdAt.getTime(),
    },
    skillSets,
    evidence: totalEvidence(skillSets.map((each) => each.evidence)),
    isOwner,
  }
}
