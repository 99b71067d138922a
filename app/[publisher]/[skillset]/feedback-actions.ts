'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { SkillSetPlace } from '#lib/contract/market/sent-text.ts'
import * as rating from '#lib/feedback/rate.ts'
import * as reports from '#lib/feedback/report.ts'
import * as stars from '#lib/feedback/star.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Public endpoints, all of these: the arguments are whatever was sent. */
export async function setStar(place: unknown, isStarred: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const ref = parseWith(SkillSetPlace, place)
    await stars.setStar(await contextFromCookie(), ref, parseWith(z.boolean(), isStarred))
    refresh()
  })
}

export async function rate(place: unknown, given: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await rating.rate(await contextFromCookie(), parseWith(SkillSetPlace, place), given)
    refresh()
  })
}

export async function takeRatingBack(place: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await rating.takeRatingBack(await contextFromCookie(), parseWith(SkillSetPlace, place))
    refresh()
  })
}

export async function report(place: unknown, given: unknown): Promise<ActionResult<void>> {
  return actionResult(async () =>
    reports.report(await contextFromCookie(), parseWith(SkillSetPlace, place), given),
  )
}
