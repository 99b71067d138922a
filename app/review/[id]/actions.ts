'use server'

import { z } from 'zod'
import { requirePresence } from '#lib/accounts/presence.ts'
import { parseJsonText } from '#lib/http/requests/read-body.ts'
import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import { isObject } from '#lib/json/json.ts'
import { addComment, addLineComment } from '#lib/review/decide/add-comment.ts'
import { approve, askForChanges, reject, withdrawFromReview } from '#lib/review/decide/decide-submission.ts'
import { trySubmission } from '#lib/review/read/try-submission.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { DOCUMENT_MAX_BYTES } from '#lib/skillset/document/read-document.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField, LineField } from '#lib/validation/text-fields.ts'

const CommentText = z.string().max(100_000)
const CHANGE = { channel: 'review', refreshes: true } as const
const VERDICTS = { approve, ask_changes: askForChanges, reject }

/** Public endpoints: arguments are untrusted. */
export async function decideSubmission(
  id: unknown,
  verdict: unknown,
  reason: unknown,
): Promise<ActionResult<void>> {
  return actionResultWith(CHANGE, async (ctx) => {
    const decide = VERDICTS[parseFields(z.enum(['approve', 'ask_changes', 'reject']), verdict)]
    const request = { submissionId: parseFields(IdField, id), reason: parseFields(CommentText, reason) }
    if (verdict === 'approve') await requirePresence(ctx)
    await decide(ctx, request)
  })
}

const TextOfRun = z.string().max(6 * DOCUMENT_MAX_BYTES)
const TryOut = z.object({
  skillSlug: LineField,
  args: TextOfRun,
  config: TextOfRun.optional(),
  timeZone: LineField,
})

export async function tryOut(id: unknown, request: unknown): Promise<ActionResult<RunView>> {
  return actionResultWith({ channel: 'review', isCostly: true }, async (ctx) => {
    const { args, config, ...rest } = parseFields(TryOut, request)
    const values = config === undefined ? undefined : parseJsonText(config)
    return trySubmission(ctx, {
      ...rest,
      submissionId: parseFields(IdField, id),
      args: parseJsonText(args),
      ...(isObject(values) && { config: values }),
    })
  })
}

export async function commentOnLine(id: unknown, request: unknown): Promise<ActionResult<void>> {
  return actionResultWith(CHANGE, (ctx) => addLineComment(ctx, parseFields(IdField, id), request))
}

export async function withdrawSubmission(id: unknown): Promise<ActionResult<void>> {
  return actionResultWith(CHANGE, (ctx) => withdrawFromReview(ctx, parseFields(IdField, id)))
}

export async function commentOnSubmission(id: unknown, body: unknown): Promise<ActionResult<void>> {
  return actionResultWith(CHANGE, (ctx) =>
    addComment(ctx, { submissionId: parseFields(IdField, id), body: parseFields(CommentText, body) }),
  )
}
