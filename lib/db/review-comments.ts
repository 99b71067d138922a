/** What admins and publishers wrote to each other about a submission. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { Prisma } from './generated/client.ts'

export type CommentRow = Prisma.ReviewCommentGetPayload<{
  include: { submission: { select: { revision: true } } }
}>

export type NewComment = {
  submissionId: string
  authorId: string
  authorName: string
  byAdmin: boolean
  body: string
}

export async function insertComment(tx: Tx, comment: NewComment): Promise<void> {
  await tx.reviewComment.create({ data: comment })
}

/** The whole conversation about a version, over all its revisions, oldest first. */
export function listCommentsOfVersion(db: Database | Tx, versionId: string): Promise<CommentRow[]> {
  return db.reviewComment.findMany({
    where: { submission: { versionId } },
    include: { submission: { select: { revision: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}
