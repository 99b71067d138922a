import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { submitDraft } from '../../../publishing/review/submit/submit-draft.ts'
import { contextFor, type TestSkillSet } from '../../factories.ts'
import { returns } from '../../fake-sandbox.ts'

const db = database()

export const ownerContext = (skillSet: TestSkillSet, sandbox = returns({ message: 'Hello, Ada!' })) =>
  contextFor(skillSet.publisher.owner, { sandbox })

export const editDraft = (skillSet: TestSkillSet, changes: Partial<SkillSetDocument>) =>
  db.draft.update({
    where: { skillSetId: skillSet.id },
    data: {
      document: { ...skillSet.document, ...changes } as unknown as Json & object,
      revision: { increment: 1 },
    },
  })

/** Submits the draft, which must then wait for a review. */
export async function submitForReview(skillSet: TestSkillSet) {
  const submitted = await submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })
  if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
  return submitted
}
