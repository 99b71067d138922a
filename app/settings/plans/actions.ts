'use server'

import * as policies from '#lib/plans/check/plan-policy.ts'
import { type ActionResult, actionResultWith } from '#lib/protocols/http/responses/action-result.ts'

/** `seen` is the policy as displayed, to detect concurrent changes. */
export async function savePolicy(request: unknown, seen: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) => policies.savePolicy(ctx, request, seen))
}
