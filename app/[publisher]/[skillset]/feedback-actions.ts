'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import * as rating from '#lib/feedback/ratings.ts'
import * as stars from '#lib/feedback/ratings.ts'
import * as reports from '#lib/feedback/report-skill-set.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { SkillSetParams } from '#lib/validation/text-fields.ts'

/** Public endpoints: arguments are untrusted. */
export async function setStar(skillSetRef: unknown, isStarred: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const ref = parseFields(SkillSetParams, skillSetRef)
    await stars.setStar(await contextFromCookie(), ref, parseFields(z.boolean(), isStarred))
    refresh()
  })
}

export async function rate(skillSetRef: unknown, given: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await rating.rateSkillSet(await contextFromCookie(), parseFields(SkillSetParams, skillSetRef), given)
    refresh()
  })
}

export async function answerRating(
  skillSetRef: unknown,
  id: unknown,
  answer: unknown,
): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const ref = parseFields(SkillSetParams, skillSetRef)
    await rating.answerRating(await contextFromCookie(), ref, { id, answer })
    refresh()
  })
}

export async function removeRating(skillSetRef: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await rating.withdrawRating(await contextFromCookie(), parseFields(SkillSetParams, skillSetRef))
    refresh()
  })
}

export async function report(skillSetRef: unknown, given: unknown): Promise<ActionResult<void>> {
  return actionResult(async () =>
    reports.reportSkillSet(await contextFromCookie(), parseFields(SkillSetParams, skillSetRef), given),
  )
}
