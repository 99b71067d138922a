'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Id } from '#lib/contract/market/sent-text.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { addComment } from '#lib/review/add-comment.ts'
import { approve, askForChanges, reject } from '#lib/review/decide.ts'
import { withdraw } from '#lib/review/withdraw.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

const Words = z.string().max(100_000)
const VERDICTS = { approve, ask_changes: askForChanges, reject }

/** An admin’s answer. A public endpoint, like all of these: the arguments are whatever was sent. */
export async function decideSubmission(
  id: unknown,
  verdict: unknown,
  reason: unknown,
): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const decide = VERDICTS[parseWith(z.enum(['approve', 'ask_changes', 'reject']), verdict)]
    const request = { submissionId: parseWith(Id, id), reason: parseWith(Words, reason) }
    await decide(await contextFromCookie('review'), request)
    refresh()
  })
}

export async function withdrawSubmission(id: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await withdraw(await contextFromCookie('review'), parseWith(Id, id))
    refresh()
  })
}

export async function commentOnSubmission(id: unknown, body: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = { submissionId: parseWith(Id, id), body: parseWith(Words, body) }
    await addComment(await contextFromCookie('review'), request)
    refresh()
  })
}
