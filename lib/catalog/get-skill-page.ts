import { showBehaviour } from '../behaviour/model/shown-behaviour.ts'
import { findExamplesProfile, listShownLines } from '../behaviour/rows/behaviour-rows.ts'
import type { Context } from '../context/context.ts'
import type { SkillDocument } from '../contracts/document/skillset-document.ts'
import { warmContract } from '../contracts/document/warm-contract.ts'
import { canonicalSchema } from '../json-schema/parse/canonical-schema.ts'
import { AppError } from '../kernel/errors.ts'
import { summariseHealth } from '../publishing/model/example-health.ts'
import type { SkillSetRef } from '../publishing/rows/published-versions.ts'
import { listExampleHealth } from '../publishing/rows/version-examples.ts'
import { findEvidence } from '../runs/rows/evidence.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import { asEvidence, asSkillSetSummary, asVersionSummary, findListedRisksOf } from './catalog-summaries.ts'
import type { SkillPage, VersionSummary } from './catalog-views.ts'
import { findPageParts, installOffer } from './find-page-parts.ts'
import { BUILT_IN_PUBLISHER } from './model/catalog-labels.ts'
import { findTextRefusal } from './offered-texts.ts'

type SkillRef = SkillSetRef & { skill: string; version?: string }

/**
 * Without `version`, returns the installed version, else the latest; a yanked one has its reason. Visitors can read
 * it too. Throws NOT_FOUND.
 */
export async function getSkillPage(ctx: Context, ref: SkillRef): Promise<SkillPage> {
  const parts = await findPageParts(ctx, ref)
  const { skillSet, isOwner, versions, version, document, installed, config } = parts
  const skill = document.skills.find(({ slug }) => slug === ref.skill)
  if (!skill) throw new AppError('NOT_FOUND')
  const forSale = parts.forSale.get(skill.slug)
  const prefix = `${skillSet.publisher.handle}.${skillSet.slug}`
  const name = `${prefix}.${skill.slug}`
  await warmContract(skill, prefix)
  const [evidence, examples, riskOf, profile, shownLines, textRefusal] = await Promise.all([
    findEvidence(ctx.db, [name]),
    listExampleHealth(ctx.db, { versionId: version.id, skillSlug: skill.slug }),
    findListedRisksOf(ctx.db, prefix, document),
    findExamplesProfile(ctx.db, version.id),
    listShownLines(ctx.db, version.id),
    findTextRefusal(ctx.db, { parts, skill }),
  ])
  return {
    name,
    restriction: skillSet.restriction,
    isVersionHidden: version.isHidden,
    riskLevel: riskOf(skill),
    skill: shown(skill, document.source === 'closed' && !isOwner),
    skillSet: asSkillSetSummary(skillSet, document),
    version: asVersionSummary(version),
    versions: versions.map(asVersionSummary),
    evidence: asEvidence(evidence.get(name)),
    exampleHealth: summariseHealth(examples),
    behaviour:
      skill.kind === 'instruction'
        ? null
        : showBehaviour(
            { examples: profile, production: shownLines },
            { skill: skill.slug, permissions: document.permissions ?? {} },
          ),
    installed,
    coming: parts.coming,
    isReturned: parts.isReturned,
    ...installOffer(ctx, { skillSet, versions, installed, held: parts.held }),
    config,
    isOwner,
    textRefusal,
    ...(forSale && { forSale }),
  }
}

function shown(
  { parameters, response, stream, definition, ...skill }: SkillDocument,
  isClosed: boolean,
): SkillPage['skill'] {
  return {
    ...skill,
    ...(definition !== undefined && !isClosed && { definition }),
    ...(parameters && { parameters: canonicalSchema(parameters).schema }),
    ...(response && { response: canonicalSchema(response).schema }),
    ...(stream && { stream: canonicalSchema(stream).schema }),
  }
}

/** Returns a skill page, for visitors too. Throws NOT_FOUND. */
export async function getToolPage({ db }: Context, name: string): Promise<SkillPage> {
  const found = findToolSkill(name)
  if (!found) throw new AppError('NOT_FOUND')
  const { document, skill } = found
  const version: VersionSummary = {
    id: `${BUILT_IN_PUBLISHER} ${document.version}`,
    number: document.version,
    state: 'PUBLISHED',
    visibility: 'PUBLIC',
    reviewed: true,
    publishedAtMs: 0,
    changelog: '',
    deprecationNotice: null,
    deprecatedAtMs: null,
    yankReason: null,
    yankedAtMs: null,
    withdrawal: null,
    isPaused: false,
    provenance: null,
  }
  const { parameters, response, ...rest } = skill
  return {
    name: found.name,
    restriction: null,
    isVersionHidden: false,
    riskLevel: found.tool.riskLevel,
    skill: { ...rest, parameters, response },
    skillSet: {
      id: BUILT_IN_PUBLISHER,
      slug: document.slug,
      name: document.name,
      tagline: '',
      description: document.description,
      publisher: { handle: BUILT_IN_PUBLISHER, displayName: 'Built-in', verified: false },
      logo: null,
      permissions: {},
      configDefinitions: [],
    },
    version,
    versions: [version],
    evidence: asEvidence((await findEvidence(db, [found.name])).get(found.name)),
    exampleHealth: null,
    behaviour: null,
    installed: null,
    coming: null,
    isReturned: false,
    upgrade: null,
    canInstall: false,
    organisationName: null,
    config: { missing: [], href: null, canEdit: false },
    isOwner: false,
    textRefusal: null,
    isBuiltIn: true,
  }
}
