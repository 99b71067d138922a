'use server'

import { z } from 'zod'
import { requireRecentAuth } from '#lib/auth/recent-auth.ts'
import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { parseTestRun } from '#lib/protocols/http/requests/parse-test-run.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import { addComment, addLineComment } from '#lib/publishing/review/decide/add-comment.ts'
import {
  approve,
  reject,
  requestChanges,
  withdrawFromReview,
} from '#lib/publishing/review/decide/decide-submission.ts'
import { answerFinding as answer } from '#lib/publishing/review/findings/answer-finding.ts'
import {
  addOwnFinding,
  quoteAutomatedFinding,
  removeFinding as remove,
} from '#lib/publishing/review/findings/quote-finding.ts'
import * as trying from '#lib/publishing/review/read/try-submission.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'

const CommentText = z.string().max(100_000)
const Acknowledged = z.object({
  acknowledgedPackages: z.array(z.string().max(214)).max(1_000).default([]),
  acknowledgedBehaviour: z.array(z.string().max(2_000)).max(1_000).default([]),
})
const CHANGE = { channel: 'review', refreshes: true } as const
const DECISIONS = { approve, ask_changes: requestChanges, reject }

/** Public endpoints: arguments are untrusted. */
export async function decideSubmission(
  id: unknown,
  decision: unknown,
  reason: unknown,
  acknowledged: unknown = {},
): Promise<ActionResult<void>> {
  return performAction(CHANGE, async (ctx) => {
    const decide = DECISIONS[parseFields(z.enum(['approve', 'ask_changes', 'reject']), decision)]
    const request = {
      submissionId: parseFields(IdField, id),
      reason: parseFields(CommentText, reason),
      ...parseFields(Acknowledged, acknowledged),
    }
    requireAdmin(ctx)
    if (decision === 'approve') await requireRecentAuth(ctx)
    await decide(ctx, request)
  })
}

export async function trySubmission(id: unknown, request: unknown): Promise<ActionResult<RunView>> {
  return performAction({ channel: 'review', isCostly: true }, async (ctx) => {
    return trying.trySubmission(ctx, { ...parseTestRun(request), submissionId: parseFields(IdField, id) })
  })
}

export async function commentOnLine(id: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, async (ctx) => {
    const { policy, severity, fix, body, ...place } = parseFields(z.record(z.string(), z.unknown()), request)
    const submissionId = parseFields(IdField, id)
    if (policy === undefined) await addLineComment(ctx, submissionId, { ...place, body })
    else await addOwnFinding(ctx, submissionId, { ...place, rule: policy, severity, evidence: body, fix })
  })
}

export async function withdrawSubmission(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => withdrawFromReview(ctx, parseFields(IdField, id)))
}

export async function commentOnSubmission(id: unknown, body: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) =>
    addComment(ctx, { submissionId: parseFields(IdField, id), body: parseFields(CommentText, body) }),
  )
}

export async function quoteFinding(id: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => quoteAutomatedFinding(ctx, parseFields(IdField, id), request))
}

export async function addFinding(id: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => addOwnFinding(ctx, parseFields(IdField, id), request))
}

export async function removeFinding(id: unknown, findingId: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) =>
    remove(ctx, { submissionId: parseFields(IdField, id), findingId: parseFields(IdField, findingId) }),
  )
}

export async function answerFinding(findingId: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => answer(ctx, parseFields(IdField, findingId), request))
}
