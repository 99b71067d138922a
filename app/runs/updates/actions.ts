'use server'

import { z } from 'zod'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, SkillSetParams } from '#lib/kernel/validation/text-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import type { ShownCase } from '#lib/publishing/model/own-replay.ts'
import * as replays from '#lib/publishing/replay/own-replays.ts'
import { agreeToReplays, withdrawFromReplays } from '#lib/publishing/replay/replay-consent.ts'

const Change = SkillSetParams.extend({ agrees: z.boolean() })
const Case = z.object({ submissionId: IdField, number: z.int().min(0).max(100_000) })

/** Public endpoints: arguments are untrusted. */
export async function changeReplayConsent(
  publisher: unknown,
  skillset: unknown,
  agrees: unknown,
): Promise<ActionResult<void>> {
  // The list names replays that are deleted with the consent.
  return performAction({ refreshes: true }, (ctx) => {
    const { agrees: isOn, ...ref } = parseFields(Change, { publisher, skillset, agrees })
    return isOn ? agreeToReplays(ctx, ref) : withdrawFromReplays(ctx, ref)
  })
}

export async function showReplayCase(
  submissionId: unknown,
  number: unknown,
): Promise<ActionResult<ShownCase>> {
  return performAction({ isCostly: true }, (ctx) =>
    replays.showOwnCase(ctx, parseFields(Case, { submissionId, number })),
  )
}

export async function answerReplay(
  submissionId: unknown,
  answer: unknown,
  note: unknown,
): Promise<ActionResult<void>> {
  return actionResult((ctx) => replays.answerReplay(ctx, { submissionId, answer, note }))
}
