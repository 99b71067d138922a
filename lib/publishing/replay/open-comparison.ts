import type { Context } from '../../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { resolveSkillFor } from '../../runs/resolve/resolve-skill.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import type { ReplayRow } from '../rows/replays.ts'
import { findSubmission, type StoredSubmission } from '../rows/submissions.ts'
import { findVersion, type StoredVersion } from '../rows/versions.ts'

export type ComparedVersions = {
  replay: ReplayRow
  submission: StoredSubmission
  base: StoredVersion
  /** Skills with code in both versions. */
  slugs: string[]
}

/** Returns null if one of the versions is gone. */
export async function openComparison(db: Context['db'], replay: ReplayRow): Promise<ComparedVersions | null> {
  const [submission, base] = await Promise.all([
    findSubmission(db, replay.submissionId),
    findVersion(db, replay.baseVersionId),
  ])
  if (!submission || !base) return null
  const before = listCode(base.document)
  const slugs = listCode(submission.document).filter((slug) => before.includes(slug))
  return { replay, submission, base, slugs }
}

function listCode({ skills }: SkillSetDocument): string[] {
  return skills.filter(({ kind }) => kind !== 'instruction').map(({ slug }) => slug)
}

export function skillOf({ skills }: SkillSetDocument, slug: string): SkillDocument {
  const skill = skills.find((each) => each.slug === slug)
  if (!skill) throw new Error(`The document has no skill ${slug}.`)
  return skill
}

/** Returns the SHA-256 of all that decides what a skill returns: its schemas, permissions, code, files and packages. */
export function digestCode(document: SkillSetDocument, slug: string): string {
  const skill = skillOf(document, slug)
  const { runtime, definition, resources, parameters, response, stream, limits, dryRun } = skill
  const { permissions, configDefinitions, dependencyLock } = document
  const code = { runtime, definition, resources, limits, dryRun, dependencyLock }
  const parts = { code, parameters, response, stream, permissions, configDefinitions }
  return digestOf(JSON.parse(JSON.stringify(parts)) as Json)
}

/** Returns the digest of the code of both versions, to which the result of a replay is bound. */
export function digestComparison({ submission, base, slugs }: ComparedVersions): string {
  return digestOf(
    slugs.map((slug) => [slug, digestCode(base.document, slug), digestCode(submission.document, slug)]),
  )
}

export type ComparedSkill = { before: Runnable; after: Runnable }

/** Throws as `resolveSkillFor` if the published version cannot be called any more. */
export async function openSkillPair(
  db: Context['db'],
  { submission, base }: ComparedVersions,
  slug: string,
): Promise<ComparedSkill> {
  const { skillSet } = submission.version
  const { handle, organisationId } = skillSet.publisher
  const caller = {
    userId: organisationId,
    organisationId,
    organisationName: handle,
    withinIds: [organisationId],
  }
  const name = `${handle}.${skillSet.slug}.${slug}`
  const resolved = await resolveSkillFor(db, caller, { name, version: base.number })
  // As for a draft: an output that breaks its contract is seen, with warnings.
  const before: Runnable = { ...resolved, mode: 'development' }
  const { document, version } = submission
  return {
    before,
    after: {
      ...before,
      document,
      skill: skillOf(document, slug),
      versionId: submission.versionId,
      versionNumber: version.number,
      // Nobody has approved it yet.
      isApproved: false,
    },
  }
}
