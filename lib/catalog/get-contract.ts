import type { Context } from '../context/context.ts'
import { contractDocument, contractHash, permissionsHash } from '../contracts/document/contract-document.ts'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { matchesRequest } from '../contracts/versions/version-range.ts'
import { AppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { parseSkillName } from '../kernel/names/skill-name.ts'
import { findToolSkill, type ToolSkill } from '../tools/tool-skill.ts'
import { findPageParts } from './find-page-parts.ts'

type PublishedContract = {
  version: string
  isPrivate: boolean
  contract: JsonObject
  contractHash: string
  permissionsHash: string
}

/**
 * Returns the contract of a skill in a version or range, by default the latest. Yanked versions are included, because
 * old runs refer to them. Throws NOT_FOUND if it does not exist, is private to others or is an instruction skill.
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
    throw new AppError('NOT_FOUND', { message: `${name} is an instruction skill and has no contract.` })
  }
  return {
    isPrivate: chosen.visibility === 'PRIVATE',
    ...toPublishedContract({ ...document, version: chosen.number }, skill),
  }
}

function contractOfTool({ name, document, skill }: ToolSkill, version = document.version): PublishedContract {
  if (!matchesRequest(document.version, version))
    throw new AppError('NOT_FOUND', { message: `${name} has no version that matches “${version}”.` })
  return { isPrivate: false, ...toPublishedContract(document, skill) }
}

function toPublishedContract(
  document: SkillSetDocument,
  skill: SkillDocument,
): Omit<PublishedContract, 'isPrivate'> {
  const contract = contractDocument(document, skill)
  return {
    version: document.version,
    contract,
    contractHash: contractHash(contract),
    permissionsHash: permissionsHash(document, skill),
  }
}
