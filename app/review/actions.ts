'use server'

import { z } from 'zod'
import { type Context, requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { DayField, IdField, LineField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import {
  requireRestorable,
  restoreVersion as restore,
} from '#lib/publishing/review/decide/restore-version.ts'
import { restrict } from '#lib/publishing/review/decide/restrict.ts'
import { deprecate, requireRetirement, takeDown, yank } from '#lib/publishing/review/decide/retire-version.ts'
import { verifyPublisher } from '#lib/publishing/review/decide/verify-publisher.ts'
import {
  finishRollout as finish,
  requireRolloutDecider,
  returnVersion as returnToOld,
} from '#lib/publishing/rollouts/change-rollout.ts'

const ReasonText = z.string().max(100_000)
/** A day; "" means today. */
const Day = z.union([z.literal('').transform(() => undefined), DayField.transform((day) => new Date(day))])

const CHANGE = { channel: 'review', refreshes: true } as const
const FINAL_CHANGE = { ...CHANGE, authorize: requireAdmin, requiresRecentAuth: true } as const

/** Public endpoints: arguments are untrusted. */
export async function yankVersion(versionId: unknown, reason: unknown): Promise<ActionResult<void>> {
  const authorize = (ctx: Context) => requireRetirement(ctx, 'yank', parseFields(IdField, versionId))
  return performAction({ ...FINAL_CHANGE, authorize }, (ctx) =>
    yank(ctx, { versionId: parseFields(IdField, versionId), reason: parseFields(ReasonText, reason) }),
  )
}

export async function takeDownSkillSet(
  skillSetId: unknown,
  reason: unknown,
): Promise<ActionResult<string[]>> {
  return performAction(FINAL_CHANGE, (ctx) =>
    takeDown(ctx, { skillSetId: parseFields(IdField, skillSetId), reason: parseFields(ReasonText, reason) }),
  )
}

export async function restrictSubject(request: unknown, reason: unknown): Promise<ActionResult<void>> {
  return performAction(FINAL_CHANGE, (ctx) =>
    restrict(ctx, { ...parseFields(z.record(z.string(), z.unknown()), request), reason }),
  )
}

export async function deprecateVersion(
  versionId: unknown,
  notice: unknown,
  from: unknown,
): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) =>
    deprecate(ctx, {
      versionId: parseFields(IdField, versionId),
      notice: parseFields(ReasonText, notice),
      from: parseFields(Day, from),
    }),
  )
}

/** Takes back a deprecation or a take-down. */
export async function restoreVersion(versionId: unknown): Promise<ActionResult<void>> {
  const authorize = (ctx: Context) => requireRestorable(ctx, parseFields(IdField, versionId))
  return performAction({ ...FINAL_CHANGE, authorize }, (ctx) => restore(ctx, parseFields(IdField, versionId)))
}

/** Gives a version that is being rolled out, or was returned, to everyone. */
export async function finishRollout(versionId: unknown): Promise<ActionResult<void>> {
  const authorize = (ctx: Context) => requireRolloutDecider(ctx, parseFields(IdField, versionId))
  return performAction({ ...FINAL_CHANGE, authorize }, (ctx) => finish(ctx, parseFields(IdField, versionId)))
}

/** Serves the version before again, and returns its number. */
export async function returnVersion(versionId: unknown, reason: unknown): Promise<ActionResult<string>> {
  const authorize = (ctx: Context) => requireRolloutDecider(ctx, parseFields(IdField, versionId))
  return performAction({ ...FINAL_CHANGE, authorize }, (ctx) =>
    returnToOld(ctx, {
      versionId: parseFields(IdField, versionId),
      reason: parseFields(ReasonText, reason),
    }),
  )
}

export async function setVerified(
  handle: unknown,
  displayName: unknown,
  isVerified: unknown,
): Promise<ActionResult<void>> {
  return performAction(FINAL_CHANGE, (ctx) =>
    verifyPublisher(ctx, parseFields(IdField, handle), {
      displayName: parseFields(LineField, displayName),
      isVerified: parseFields(z.boolean(), isVerified),
    }),
  )
}
