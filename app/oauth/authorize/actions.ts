'use server'

import { headers } from 'next/headers'
import { z } from 'zod'
import { requirePresence } from '#lib/accounts/presence.ts'
import { isFarReaching } from '#lib/api-keys/manage-api-keys.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { DailyCap } from '#lib/money/daily-cap.ts'
import { answerAuthorization } from '#lib/oauth/authorize.ts'
import { publicOrigin } from '#lib/session/network/caller-address.ts'
import { parseFields } from '#lib/validation/parse-with.ts'

const answered = z.object({
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  scopes: z.array(z.string()),
  dailyCap: DailyCap,
  toolset: z.string().max(64).nullable(),
  shownAs: z.object({ userId: z.string(), organisationId: z.string() }),
})

export async function answer(given: unknown): Promise<ActionResult<string>> {
  return actionResult(async (ctx) => {
    const { params, dailyCap: dailyCapMicros, ...consent } = parseFields(answered, given)
    const { scopes, toolset } = consent
    if (isFarReaching({ scopes, toolset, dailyCap: dailyCapMicros })) await requirePresence(ctx)
    const origin = publicOrigin(await headers())
    return answerAuthorization(ctx, params, { ...consent, dailyCapMicros }, origin)
  })
}
