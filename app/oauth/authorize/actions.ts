'use server'

import { headers } from 'next/headers'
import { z } from 'zod'
import { isFarReaching } from '#lib/auth/manage-api-keys.ts'
import { answerAuthorization } from '#lib/auth/oauth/authorize.ts'
import { requireRecentAuth } from '#lib/auth/recent-auth.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { OptionalAmount } from '#lib/money/model/optional-amount.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

const ConsentDecision = z.object({
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  scopes: z.array(z.string()),
  dailyCap: OptionalAmount,
  toolset: z.string().max(64).nullable(),
  shownAs: z.object({ userId: z.string(), organisationId: z.string() }),
})

export async function decideAuthorization(decision: unknown): Promise<ActionResult<string>> {
  return actionResult(async (ctx) => {
    const { params, dailyCap: dailyCapMicros, ...consent } = parseFields(ConsentDecision, decision)
    const { scopes, toolset } = consent
    if (isFarReaching({ scopes, toolset, dailyCap: dailyCapMicros })) await requireRecentAuth(ctx)
    const origin = publicOrigin(await headers())
    return answerAuthorization(ctx, params, { ...consent, dailyCapMicros }, origin)
  })
}
