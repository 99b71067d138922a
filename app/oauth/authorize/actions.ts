'use server'

import { headers } from 'next/headers'
import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { DailyCap } from '#lib/contract/money/daily-cap.ts'
import { answerAuthorization } from '#lib/oauth/authorize.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

const answered = z.object({
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  scopes: z.array(z.string()),
  dailyCap: DailyCap,
  shownAs: z.object({ userId: z.string(), organisationId: z.string() }),
})

/** The person's answer; the address to go to with it. */
export async function answer(given: unknown): Promise<ActionResult<string>> {
  return actionResult(async () => {
    const { params, dailyCap: dailyCapMicros, ...said } = parseWith(answered, given)
    const origin = publicOrigin(await headers())
    return answerAuthorization(await contextFromCookie(), params, { ...said, dailyCapMicros }, origin)
  })
}
