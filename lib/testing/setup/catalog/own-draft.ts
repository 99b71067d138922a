import type { Context } from '../../../context/context.ts'
import { contextFor, makeDraft, type TestSkillSet } from '../../factories.ts'

export async function setUpOwnDraft(): Promise<{ ctx: Context; skillSet: TestSkillSet; skillSetId: string }> {
  const skillSet = await makeDraft()
  return { ctx: await contextFor(skillSet.publisher.owner), skillSet, skillSetId: skillSet.id }
}
