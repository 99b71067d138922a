import { expect, test } from 'vitest'
import { makeSubmission } from '../testing/make-submission.ts'
import { database } from './client.ts'
import { insertComment, listCommentsOfVersion } from './review-comments.ts'

const db = database()

async function comment(submissionId: string, body: string) {
  const author = { authorId: 'somebody', authorName: 'Ada', byAdmin: true }
  await db.$transaction((tx) => insertComment(tx, { ...author, submissionId, body }))
}

test('a conversation runs over all revisions of a version, oldest first, and over no other version', async () => {
  const first = await makeSubmission({ decision: 'WITHDRAWN' })
  const second = await makeSubmission({ version: first.version })
  const other = await makeSubmission()
  await comment(first.id, 'one')
  await comment(other.id, 'elsewhere')
  await comment(second.id, 'two')
  await comment(first.id, 'three')

  const comments = await listCommentsOfVersion(db, first.versionId)

  expect(comments.map(({ body, submission }) => [body, submission.revision])).toEqual([
    ['one', 1],
    ['two', 2],
    ['three', 1],
  ])
})
