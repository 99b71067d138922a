'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { requirePresence } from '#lib/accounts/presence.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { addComment } from '#lib/review/decide/add-comment.ts'
import { approve, askForChanges, reject, withdrawFromReview } from '#lib/review/decide/decide-submission.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

const CommentText = z.string().max(100_000)
const VERDICTS = { approve, ask_changes: askForChanges, reject }

/** Public endpoints: arguments are untrusted. */
export async function decideSubmission(
  id: unknown,
  verdict: unknown,
  reason: unknown,
): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const decide = VERDICTS[parseFields(z.enum(['approve', 'ask_changes', 'reject']), verdict)]
    const request = { submissionId: parseFields(IdField, id), reason: parseFields(CommentText, reason) }
    const ctx = await contextFromCookie('review')
    if (verdict === 'approve') await requirePresence(ctx)
    await decide(ctx, request)
    refresh()
  })
}

export async function withdrawSubmission(id: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await withdrawFromReview(await contextFromCookie('review'), parseFields(IdField, id))
    refresh()
  })
}

export async function commentOnSubmission(id: unknown, body: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = { submissionId: parseFields(IdField, id), body: parseFields(CommentText, body) }
    await addComment(await contextFromCookie('review'), request)
    refresh()
  })
}
