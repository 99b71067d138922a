import type { Context } from '../../../context/context.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { createToolset } from '../../../toolsets/change-toolset.ts'
import { listOfferedSkills, requireConsentedVersion } from '../../../toolsets/toolset-access.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../../factories.ts'

export async function setUpToolset(overrides: Partial<SkillSetDocument> = {}) {
  const ctx = await contextFor(await makeUser())
  const version = await makePublishedVersion({ document: makeSkillSetDocument(overrides) })
  await createToolset(ctx, { name: 'desk' })
  const skill = version.skillName
  const agreed = { toolset: 'desk', skill, versionId: version.id, consent: true }
  return { ctx, version, skill, agreed }
}

export function publishNext({ skillSet }: TestVersion, number: string, changes: Partial<SkillSetDocument>) {
  return makePublishedVersion({ skillSet, document: { ...skillSet.document, version: number, ...changes } })
}

export async function requireOffered(ctx: Context, skill: string) {
  return requireConsentedVersion(ctx, (await listOfferedSkills(ctx, 'desk')).get(skill)!)
}
