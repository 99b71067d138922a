import type { Context } from '../../context/context.ts'
import type { SkillExample } from '../../contracts/document/skillset-document.ts'
import type { Json } from '../../kernel/json/json.ts'
import { listNamesOfSkill } from '../../publishing/rows/former-names.ts'
import { isLargeForPage } from '../model/size-limits.ts'
import { listRecordedExampleRuns } from '../rows/example-runs.ts'
import type { RecordedExample } from './run-view.ts'

type ShownSkill = {
  name: string
  version: { id: string }
  skill: { examples?: readonly SkillExample[] }
}

/**
 * Returns outputs as recorded at review, else as the publisher promises them. Omits examples without either, or with
 * too large ones. Call only for a version that the viewer may see.
 */
export async function listRecordedExamples(
  { db }: Context,
  { name, version, skill: { examples = [] } }: ShownSkill,
): Promise<RecordedExample[]> {
  if (examples.length === 0) return []
  // They ran under the name that the skill had when the version was submitted.
  const skillNames = await listNamesOfSkill(db, name)
  const rows = await listRecordedExampleRuns(db, { versionId: version.id, skillNames })
  const shown: RecordedExample[] = []
  for (const [index, { title, output: promised }] of examples.entries()) {
    const row = rows.find(({ exampleIndex }) => exampleIndex === index)
    const output = row ? (row.output as Json) : promised
    if (output === undefined || isLargeForPage([...shown.map((each) => each.output), output])) continue
    const ran = row && { atMs: row.createdAt.getTime(), durationMs: row.durationMs }
    shown.push({ title, output, ...(ran && { ran }) })
  }
  return shown
}
