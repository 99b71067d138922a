/** What panels need to know of the skill that a run was of. Floor 3. */
import type { Context } from '../context.ts'
import { documentOf } from '../db/published-document.ts'
import type { RunRow } from '../db/runs.ts'
import { findToolSkill } from '../tools/tool-skill.ts'
import { contractOf } from './contract-of.ts'
import type { RunSkill } from './run-view.ts'

/** The contract the run was held to; null for drafts, whose contract is not kept. */
export async function findRunSkill(
  db: Context['db'],
  { versionId, skillName }: Pick<RunRow, 'versionId' | 'skillName'>,
): Promise<RunSkill | null> {
  const tool = findToolSkill(skillName)
  if (tool) {
    const { parameters, response, permissionsHash } = contractOf(tool.document, tool.skill)
    return { title: tool.skill.name, parameters, response, buttons: [], permissionsHash }
  }
  const document = versionId ? await documentOf(db, versionId) : undefined
  const slug = skillName.split('.')[2]
  const skill = document?.skills.find((each) => each.slug === slug)
  if (!document || !skill) return null
  const { parameters, response, permissionsHash } = contractOf(document, skill)
  return { title: skill.name, parameters, response, buttons: skill.buttons ?? [], permissionsHash }
}
