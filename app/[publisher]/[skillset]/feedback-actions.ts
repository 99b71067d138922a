'use server'

import { z } from 'zod'
import * as rating from '#lib/catalog/feedback/ratings.ts'
import * as stars from '#lib/catalog/feedback/ratings.ts'
import * as reports from '#lib/catalog/feedback/report-skill-set.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { SkillSetParams } from '#lib/kernel/validation/text-fields.ts'
import {
  type ActionResult,
  actionResult,
  actionResultWith,
} from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoints: arguments are untrusted. */
export async function setStar(skillSetRef: unknown, isStarred: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, async (ctx) => {
    const ref = parseFields(SkillSetParams, skillSetRef)
    await stars.setStar(ctx, ref, parseFields(z.boolean(), isStarred))
  })
}

export async function rate(skillSetRef: unknown, request: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) =>
    rating.rateSkillSet(ctx, parseFields(SkillSetParams, skillSetRef), request),
  )
}

export async function answerRating(
  skillSetRef: unknown,
  id: unknown,
  answer: unknown,
): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, async (ctx) => {
    const ref = parseFields(SkillSetParams, skillSetRef)
    await rating.answerRating(ctx, ref, { id, answer })
  })
}

export async function removeRating(skillSetRef: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) =>
    rating.withdrawRating(ctx, parseFields(SkillSetParams, skillSetRef)),
  )
}

export async function report(skillSetRef: unknown, request: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => reports.reportSkillSet(ctx, parseFields(SkillSetParams, skillSetRef), request))
}
