/** The contract of one published skill, as a document for whoever may see the skill. Floor 3. */
import type { Context } from '../context.ts'
import { contractDocument } from '../contract/document/contract-document.ts'
import { contractHash, permissionsHash } from '../contract/document/contract-hash.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import { isAskedFor } from '../contract/version/version-range.ts'
import { AppError } from '../errors.ts'
import { findToolSkill, type ToolSkill } from '../tools/tool-skill.ts'
import { findPageParts } from './find-page-parts.ts'

export type PublishedContract = {
  version: string
  /** Not for everybody. */
  isPrivate: boolean
  contract: JsonObject
  contractHash: string
  permissionsHash: string
}

/**
 * The contract of publisher.skillset.skill in the version that is asked for, a number or a range; the latest when
 * none is. A version that was taken down keeps its contract: runs were held to it.
 *
 * Throws NOT_FOUND for what is not there, not published, private to others, or a page of instructions.
 */
export async function getContract(ctx: Context, name: string, version?: string): Promise<PublishedContract> {
  const tool = findToolSkill(name)
  if (tool) return contractOfTool(tool, version)
  const wanted = parseSkillName(name)
  if (!wanted) throw new AppError('NOT_FOUND', { message: `There is no skill called “${name}”.` })
  const { publisher, skillSet: skillset, skill: slug } = wanted
  const parts = await findPageParts(ctx, { publisher, skillset, skill: slug, version })
  const { document, version: chosen } = parts
  const skill = document.skills.find((each) => each.slug === slug)
  if (!skill) throw new AppError('NOT_FOUND')
  if (skill.kind === 'instruction') {
    throw new AppError('NOT_FOUND', { message: `${name} is a page of instructions: it has no contract.` })
  }
  return {
    isPrivate: chosen.visibility === 'PRIVATE',
    ...published({ ...document, version: chosen.number }, skill),
  }
}

/** A built-in tool has the one version that came with it. */
function contractOfTool({ name, document, skill }: ToolSkill, version = document.version): PublishedContract {
  if (!isAskedFor(document.version, version))
    throw new AppError('NOT_FOUND', { message: `There is no ${name} in a version that is “${version}”.` })
  return { isPrivate: false, ...published(document, skill) }
}

function published(document: SkillSetDocument, skill: SkillDocument): Omit<PublishedContract, 'isPrivate'> {
  const contract = contractDocument(document, skill)
  return {
    version: document.version,
    contract,
    contractHash: contractHash(contract),
    permissionsHash: permissionsHash(document, skill),
  }
}
