'use server'

import { z } from 'zod'
import * as ratings from '#lib/catalog/feedback/ratings.ts'
import * as reports from '#lib/catalog/feedback/report-skill-set.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { SkillSetParams } from '#lib/kernel/validation/text-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoints: arguments are untrusted. */
export async function setStar(skillSetRef: unknown, isStarred: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, async (ctx) => {
    const ref = parseFields(SkillSetParams, skillSetRef)
    await ratings.setStar(ctx, ref, parseFields(z.boolean(), isStarred))
  })
}

export async function rateSkillSet(skillSetRef: unknown, request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) =>
    ratings.rateSkillSet(ctx, parseFields(SkillSetParams, skillSetRef), request),
  )
}

export async function answerRating(
  skillSetRef: unknown,
  id: unknown,
  answer: unknown,
): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, async (ctx) => {
    const ref = parseFields(SkillSetParams, skillSetRef)
    await ratings.answerRating(ctx, ref, { id, answer })
  })
}

export async function withdrawRating(skillSetRef: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) =>
    ratings.withdrawRating(ctx, parseFields(SkillSetParams, skillSetRef)),
  )
}

export async function reportSkillSet(skillSetRef: unknown, request: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => reports.reportSkillSet(ctx, parseFields(SkillSetParams, skillSetRef), request))
}
