import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../../factories.ts'

export function refOf({ skillSet }: TestVersion) {
  return { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
}

export async function setUpInstall(overrides: Partial<SkillSetDocument> = {}) {
  const user = await makeUser()
  const version = await makePublishedVersion({ document: makeSkillSetDocument(overrides) })
  return { user, ctx: await contextFor(user), version, ref: refOf(version) }
}
