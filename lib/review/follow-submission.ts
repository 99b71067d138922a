/** What the studio shows of the last submission: where it stands, and what was said. Floor 3. */
import type { Context } from '../context.ts'
import { listCommentsOfVersion } from '../db/review-comments.ts'
import { findLastSubmission } from '../db/submissions.ts'
import { getStanding } from './get-standing.ts'
import type { CommentView, Standing } from './views.ts'

export type Followed = {
  standing: Standing
  /** On all revisions of the number, the first one first. */
  comments: CommentView[]
  /** The last revision handed in; 0 before the first. */
  revision: number
}

/** Throws UNAUTHENTICATED, and NOT_FOUND for strangers. */
export async function followSubmission(ctx: Context, skillSetId: string): Promise<Followed> {
  const standing = await getStanding(ctx, skillSetId)
  const last = await findLastSubmission(ctx.db, skillSetId)
  const rows = last ? await listCommentsOfVersion(ctx.db, last.versionId) : []
  const comments = rows.map(({ id, submission, authorName, byAdmin, body, createdAt }) => ({
    ...{ id, byAdmin, body, author: authorName },
    revision: submission.revision,
    atMs: createdAt.getTime(),
  }))
  return { standing, comments, revision: last?.revision ?? 0 }
}
