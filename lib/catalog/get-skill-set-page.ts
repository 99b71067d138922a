import type { Context } from '../context/context.ts'
import { canPublish } from '../context/require-publisher-admin.ts'
import { categoryLabel } from '../contracts/document/categories.ts'
import { imagePath, readImagePath } from '../contracts/document/image-path.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { permissionLines } from '../contracts/permissions/permission-lines.ts'
import { listProviders } from '../integrations/provider-view.ts'
import { priceOf, pricesOf } from '../kernel/money.ts'
import { listScreenshots } from '../publishing/rows/profiles.ts'
import type { SkillSetRef } from '../publishing/rows/published-versions.ts'
import { findEvidence } from '../runs/rows/evidence.ts'
import { readSetting } from '../settings/read-settings.ts'
import {
  asEvidence,
  asSkillSetSummary,
  asVersionSummary,
  findListedRisksOf,
  totalEvidence,
} from './catalog-summaries.ts'
import type { SkillLine, SkillSetPage } from './catalog-views.ts'
import { findPageParts, installOffer } from './find-page-parts.ts'
import { runtimeOf } from './refresh-catalog-entries.ts'
import { changesAlong } from './version-details.ts'

export async function getSkillSetPage(
  ctx: Context,
  ref: SkillSetRef & { version?: string },
): Promise<SkillSetPage> {
  const { skillSet, isOwner, versions, version, document, installed, config, ...parts } = await findPageParts(
    ctx,
    ref,
  )
  const skills = await listSkillLines(ctx, `${ref.publisher}.${ref.skillset}`, document)
  const categories = await readSetting(ctx.db, 'categories')
  const changes = await changesAlong(ctx.db, versions, ref.publisher)
  return {
    skillSet: asSkillSetSummary(skillSet, document),
    restriction: skillSet.restriction,
    isVersionHidden: version.isHidden,
    banner: readImagePath(document.bannerImageUrl),
    screenshots: (await listScreenshots(ctx.db, skillSet.id)).map(({ imageId, caption }) => ({
      path: imagePath(imageId),
      caption,
    })),
    document: pickPageParts(document),
    categories: (document.categories ?? []).map((id) => categoryLabel(categories, id)),
    version: asVersionSummary(version),
    versions: versions.map((row) => ({ ...asVersionSummary(row), changes: changes.get(row.id) ?? [] })),
    skills,
    permissionLines: permissionLines(document),
    providers: await listProviders(ctx, document.requiredIntegrationProviders ?? []),
    evidence: totalEvidence(skills.map((skill) => skill.evidence)),
    installed,
    coming: parts.coming,
    isReturned: parts.isReturned,
    ...installOffer(ctx, { skillSet, versions, installed, held: parts.held }),
    config,
    isOwner,
    canPublish:
      ctx.viewer !== null &&
      (await canPublish(ctx.db, {
        userId: ctx.viewer.userId,
        organisationId: skillSet.publisher.organisationId,
      })),
  }
}

function pickPageParts(document: SkillSetDocument): SkillSetPage['document'] {
  const { readme, privacyPolicyUrl, termsOfServiceUrl, source, requiredIntegrationProviders } = document
  return { readme, privacyPolicyUrl, termsOfServiceUrl, source, requiredIntegrationProviders }
}

async function listSkillLines(
  ctx: Context,
  prefix: string,
  document: SkillSetDocument,
): Promise<SkillLine[]> {
  const names = document.skills.map((skill) => `${prefix}.${skill.slug}`)
  const [evidence, riskOf] = await Promise.all([
    findEvidence(ctx.db, names),
    findListedRisksOf(ctx.db, prefix, document),
  ])
  return document.skills.map((skill) => ({
    slug: skill.slug,
    name: skill.name,
    description: skill.description,
    runtime: runtimeOf(skill),
    riskLevel: riskOf(skill),
    ...((skill.kind !== 'instruction' || priceOf(skill) > 0n) && pricesOf(skill)),
    evidence: asEvidence(evidence.get(`${prefix}.${skill.slug}`)),
  }))
}
