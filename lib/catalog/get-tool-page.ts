/** One first-party tool's page, in the shape of a skill's. Floor 3; open to visitors. */
import type { Context } from '../context.ts'
import { HOUSE } from '../contract/market/catalog-words.ts'
import { findEvidence } from '../db/evidence.ts'
import { AppError } from '../errors.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import { asEvidence } from './summaries.ts'
import type { SkillPage, VersionSummary } from './views.ts'

/** Throws NOT_FOUND. */
export async function getToolPage({ db }: Context, name: string): Promise<SkillPage> {
  const found = findToolSkill(name)
  if (!found) throw new AppError('NOT_FOUND')
  const { document, skill } = found
  const version: VersionSummary = {
    id: `${HOUSE} ${document.version}`,
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
  }
  const { parameters, response, ...rest } = skill
  return {
    name: found.name,
    riskLevel: found.tool.riskLevel,
    skill: { ...rest, parameters, response },
    skillSet: {
      id: HOUSE,
      slug: document.slug,
      name: document.name,
      tagline: '',
      description: document.description,
      publisher: { handle: HOUSE, displayName: 'Built in', verified: false },
      logo: null,
      permissions: {},
      configDefinitions: [],
    },
    version,
    versions: [version],
    evidence: asEvidence((await findEvidence(db, [found.name])).get(found.name)),
    installed: null,
    config: { missing: [], href: null, canEdit: false },
    isOwner: false,
    isBuiltIn: true,
  }
}
