import { findToolSkill } from '../../builtin-tools/tool-skill.ts'
import type { Context } from '../../context/context.ts'
import { findPublishedDocument } from '../../db/catalog/versions.ts'
import type { RunRow } from '../../db/runs/runs.ts'
import type { Json } from '../../json/json.ts'
import { isLargeForPage } from '../../run-model/size-limits.ts'
import { contractOf } from '../resolve/contract-of.ts'
import type { RunSkill, RunView } from './run-view.ts'

export async function findRunSkill(
  db: Context['db'],
  { versionId, skillName }: Pick<RunRow, 'versionId' | 'skillName'>,
): Promise<RunSkill | null> {
  const tool = findToolSkill(skillName)
  if (tool) {
    const { parameters, response, permissionsHash } = contractOf(tool.document, tool.skill)
    return { title: tool.skill.name, parameters, response, buttons: [], permissionsHash }
  }
  const document = versionId ? await findPublishedDocument(db, versionId) : undefined
  const slug = skillName.split('.')[2]
  const skill = document?.skills.find((each) => each.slug === slug)
  if (!document || !skill) return null
  const { parameters, response, permissionsHash } = contractOf(document, skill)
  return { title: skill.name, parameters, response, buttons: skill.buttons ?? [], permissionsHash }
}

type Contents = Pick<RunView, 'input'> &
  Partial<Pick<RunView, 'output' | 'coercions' | 'migration' | 'toolResult' | 'isPartial'>>

/** Large values would stop the server for seconds; the page loads them afterwards. */
export function truncateForPage<Run extends Contents>(run: Run): Run {
  const { input, output = null, coercions = [], migration = null, toolResult = null } = run
  const contents = [input, output, coercions, migration, toolResult] as Json
  if (!isLargeForPage(contents)) return run
  const { output: _, migration: __, toolResult: ___, ...rest } = run
  return { ...rest, input: null, ...(run.coercions && { coercions: [] }), isPartial: true } as Run
}
