/** One skill's page: its contract, its versions and what the viewer needs before running it. Floor 3. */
import type { Context } from '../context.ts'
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { findEvidence } from '../db/evidence.ts'
import type { SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { findPageParts } from './find-page-parts.ts'
import { risksAsListed } from './risks-as-listed.ts'
import { asEvidence, asSkillSetSummary, asVersionSummary } from './summaries.ts'
import type { SkillPage } from './views.ts'

export type SkillRef = SkillSetRef & { skill: string; version?: string }

/**
 * Without `version`: what the viewer's organisation has installed, else the latest. Open to visitors. A yanked
 * version is shown, with its reason; whether it may run is for a run to say.
 *
 * Throws NOT_FOUND.
 */
export async function getSkillPage(ctx: Context, ref: SkillRef): Promise<SkillPage> {
  const { skillSet, isOwner, versions, version, document, installed, config } = await findPageParts(ctx, ref)
  const skill = document.skills.find(({ slug }) => slug === ref.skill)
  if (!skill) throw new AppError('NOT_FOUND')
  const prefix = `${skillSet.publisher.handle}.${skillSet.slug}`
  const name = `${prefix}.${skill.slug}`
  const [evidence, riskOf] = await Promise.all([
    findEvidence(ctx.db, [name]),
    risksAsListed(ctx.db, prefix, document),
  ])
  return {
    name,
    riskLevel: riskOf(skill),
    skill: shown(skill, document.source === 'closed' && !isOwner),
    skillSet: asSkillSetSummary(skillSet, document),
    version: asVersionSummary(version),
    versions: versions.map(asVersionSummary),
    evidence: asEvidence(evidence.get(name)),
    installed,
    config,
    isOwner,
  }
}

function shown(
  { parameters, response, definition, ...skill }: SkillDocument,
  isClosed: boolean,
): SkillPage['skill'] {
  return {
    ...skill,
    ...(definition !== undefined && !isClosed && { definition }),
    // Both passed `canonicalSchema` before the version could be published.
    ...(parameters && { parameters: canonicalSchema(parameters).schema }),
    ...(response && { response: canonicalSchema(response).schema }),
  }
}
