import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../../../testing/factories.ts'
import { makeSubmission } from '../../../testing/make-submission.ts'
import { addComment } from './add-comment.ts'

const db = database()
const commentsOn = (submissionId: string) => db.reviewComment.findMany({ where: { submissionId } })
const noticesOf = (userId: string) => db.notice.findMany({ where: { userId } })

test('the publisher’s members are notified of an admin’s comment, and other admins are not', async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()]
  const { id, owner } = await makeSubmission()

  await addComment(await contextFor(admin), { submissionId: id, body: ' Why the host? ' })

  expect(await commentsOn(id)).toMatchObject([{ authorId: admin.id, isByAdmin: true, body: 'Why the host?' }])
  const notice = { kind: 'submission.comment', body: 'Why the host?', href: `/review/${id}#conversation` }
  expect(await noticesOf(owner.id)).toMatchObject([notice])
  expect((await noticesOf(other.id)).filter(({ href }) => href?.includes(id))).toEqual([])
})

test('admins and colleagues are notified of the publisher’s answer, and its author is not', async () => {
  const admin = await makeAdmin()
  const [owner, colleague] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [colleague] })
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
  const { id } = await makeSubmission({ skillSet })

  await addComment(await contextFor(colleague), { submissionId: id, body: 'To fetch rates.' })

  expect(await commentsOn(id)).toMatchObject([{ authorName: colleague.name, isByAdmin: false }])
  expect((await noticesOf(admin.id)).filter(({ href }) => href?.includes(id))).toHaveLength(1)
  expect(await noticesOf(owner.id)).toHaveLength(1)
  expect(await noticesOf(colleague.id)).toEqual([])
})

test('a plain member of the publisher reads the conversation and writes nothing', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
  const { id } = await makeSubmission({ skillSet })

  const comment = addComment(await contextFor(member), { submissionId: id, body: 'Approve it.' })

  await expect(comment).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await commentsOn(id)).toEqual([])
})

test('an admin who is a member of the publisher comments as the publisher', async () => {
  const admin = await makeAdmin()
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner: admin }) })
  const { id } = await makeSubmission({ skillSet })

  await addComment(await contextFor(admin), { submissionId: id, body: 'Ours.' })

  expect(await commentsOn(id)).toMatchObject([{ isByAdmin: false }])
})

test('a decision does not close the comments', async () => {
  const { id, owner } = await makeSubmission({ state: 'REJECTED', decision: 'REJECTED' })

  await addComment(await contextFor(owner), { submissionId: id, body: 'Understood.' })

  expect(await commentsOn(id)).toHaveLength(1)
})

test('an empty comment is refused', async () => {
  const { id, owner } = await makeSubmission()

  const empty = addComment(await contextFor(owner), { submissionId: id, body: ' \n ' })

  await expect(empty).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/body' }] },
  })
})

test('text and names that no column can store are refused', async () => {
  const { id, owner } = await makeSubmission()
  const ctx = await contextFor(owner)

  for (const body of ['a\0b', 'half a \ud83d'])
    await expect(addComment(ctx, { submissionId: id, body })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(addComment(ctx, { submissionId: '\0', body: 'Hi' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('strangers and visitors cannot comment', async () => {
  const { id } = await makeSubmission()
  const request = { submissionId: id, body: 'Hello?' }

  await expect(addComment(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(addComment(await contextFor(await makeUser()), request)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await commentsOn(id)).toEqual([])
})
