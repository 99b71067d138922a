'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { restrict } from '#lib/review/decide/restrict.ts'
import { deprecate, takeDown, yank } from '#lib/review/decide/retire-version.ts'
import { verifyPublisher } from '#lib/review/decide/verify-publisher.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { contextOfPresent } from '#lib/session/context/context-of-present.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { DayField, IdField } from '#lib/validation/text-fields.ts'

const ReasonText = z.string().max(100_000)
/** "" for today. */
const Day = z.union([z.literal('').transform(() => undefined), DayField.transform((day) => new Date(day))])

/** Public endpoints: arguments are untrusted. */
export async function yankVersion(versionId: unknown, reason: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = { versionId: parseFields(IdField, versionId), reason: parseFields(ReasonText, reason) }
    const ctx = await contextOfPresent('review')
    await yank(ctx, request)
    refresh()
  })
}

export async function takeDownSkillSet(
  skillSetId: unknown,
  reason: unknown,
): Promise<ActionResult<string[]>> {
  return actionResult(async () => {
    const request = { skillSetId: parseFields(IdField, skillSetId), reason: parseFields(ReasonText, reason) }
    const ctx = await contextOfPresent('review')
    const numbers = await takeDown(ctx, request)
    refresh()
    return numbers
  })
}

export async function restrictSubject(request: unknown, reason: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const given = { ...parseFields(z.record(z.string(), z.unknown()), request), reason }
    const ctx = await contextOfPresent('review')
    await restrict(ctx, given)
    refresh()
  })
}

export async function deprecateVersion(
  versionId: unknown,
  notice: unknown,
  from: unknown,
): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const request = {
      versionId: parseFields(IdField, versionId),
      notice: parseFields(ReasonText, notice),
      from: parseFields(Day, from),
    }
    await deprecate(await contextFromCookie('review'), request)
    refresh()
  })
}

export async function setVerified(handle: unknown, isVerified: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const wanted = [parseFields(IdField, handle), parseFields(z.boolean(), isVerified)] as const
    const ctx = await contextOfPresent('review')
    await verifyPublisher(ctx, ...wanted)
    refresh()
  })
}
