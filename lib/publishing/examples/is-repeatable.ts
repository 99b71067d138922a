import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { isCheckedByDryRun, riskIn } from '../../contracts/permissions/permission-lines.ts'

/** Whether running an example of the skill once more changes nothing. False for a skill that the document lacks. */
export function isRepeatable(document: SkillSetDocument, skillSlug: string): boolean {
  const skill = document.skills.find(({ slug }) => slug === skillSlug)
  if (!skill) return false
  const isReadOnly = riskIn(document, skill) === 'read-only' && !skill.sideEffects?.length
  return isReadOnly || isCheckedByDryRun(document, skill)
}
