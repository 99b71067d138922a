import { describe, expect, test } from 'vitest'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { ownerContext } from '../../testing/setup/catalog/submit-draft.ts'
import { makeMember } from '../../testing/setup/catalog/trusted-repository.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { answerSecret } from './answer-secret.ts'
import { getChecklist } from './check-draft.ts'

const KEY = `sk_live_${'aK9zQ2mX7pL4vT8wR3nB6yH5'}`
const REASON = 'Stripe publishes this key for its samples.'

const makeDraftWithSecret = () =>
  makeDraft({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument({ prompt: `Call it to greet people by their name. Key: ${KEY}` })],
    }),
  })

const findId = async (skillSet: Awaited<ReturnType<typeof makeDraft>>) => {
  const { lines } = await getChecklist(await ownerContext(skillSet), skillSet.id)
  return String(lines.find(({ id }) => id === 'secrets')?.issues[0]?.params?.id)
}

describe('what looks like a secret', () => {
  test('blocks the submission, with its place', async () => {
    const skillSet = await makeDraftWithSecret()

    const submission = submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })

    await expect(submission).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: {
        issues: [{ path: '/skills/0/prompt', message: expect.stringContaining('looks like a Stripe key') }],
      },
    })
  })

  test('no longer blocks it once the publisher has answered, and the reviewer reads the answer', async () => {
    const skillSet = await makeDraftWithSecret()
    const ctx = await ownerContext(skillSet)
    const id = await findId(skillSet)

    await answerSecret(ctx, { skillSetId: skillSet.id, id, reason: REASON })
    const submitted = await submitDraft(ctx, { skillSetId: skillSet.id })

    if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
    const page = await getSubmission(await contextFor(await makeAdmin()), submitted.submissionId)
    // Names of other tests' skills may be alike, of which reviewers are told as well.
    expect(page.hints).toContainEqual(
      expect.objectContaining({ section: 'words', sentence: expect.stringContaining(REASON) }),
    )
  })

  test('blocks again if it is another secret', async () => {
    const skillSet = await makeDraftWithSecret()
    const ctx = await ownerContext(skillSet)

    await answerSecret(ctx, {
      skillSetId: skillSet.id,
      id: 'stripe:sk_l…0000, 32 characters',
      reason: REASON,
    })

    await expect(submitDraft(ctx, { skillSetId: skillSet.id })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
  })

  test('is found by the checklist before a submission, which says what to do', async () => {
    const skillSet = await makeDraftWithSecret()

    const { lines } = await getChecklist(await ownerContext(skillSet), skillSet.id)

    expect(lines.filter(({ ok, notRun }) => !ok && !notRun)).toMatchObject([
      {
        id: 'secrets',
        issues: [{ message: expect.stringMatching(/remove it .* or explain why it is not a secret/) }],
      },
    ])
  })
})

test.each([
  ['too short', 'no'],
  ['too long', 'a'.repeat(501)],
  ['not storable', 'It is a sample key.\u0000'],
])('an answer that is %s is refused', async (_, reason) => {
  const skillSet = await makeDraftWithSecret()
  const ctx = await ownerContext(skillSet)

  await expect(answerSecret(ctx, { skillSetId: skillSet.id, id: 'a', reason })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/reason' }] },
  })
})

test('a member who is not an admin cannot answer', async () => {
  const skillSet = await makeDraftWithSecret()
  const member = await makeMember(await ownerContext(skillSet))

  const answer = answerSecret(member, { skillSetId: skillSet.id, id: 'a', reason: REASON })

  await expect(answer).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('strangers and visitors cannot answer', async () => {
  const { id: skillSetId } = await makeDraftWithSecret()
  const request = { skillSetId, id: 'a', reason: REASON }

  await expect(answerSecret(await contextFor(await makeUser()), request)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(answerSecret(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
