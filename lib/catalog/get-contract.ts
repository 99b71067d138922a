/** The contract of one published skill, as a document for whoever may see the skill. Floor 3. */
import type { Context } from '../context.ts'
import { contractDocument } from '../contract/document/contract-document.ts'
import { contractHash, permissionsHash } from '../contract/document/contract-hash.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import { AppError } from '../errors.ts'
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
  const contract = contractDocument({ version: chosen.number }, skill)
  return {
    version: chosen.number,
    isPrivate: chosen.visibility === 'PRIVATE',
    contract,
    contractHash: contractHash(contract),
    permissionsHash: permissionsHash(document, skill),
  }
}
