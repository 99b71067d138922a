'use server'

import * as policies from '#lib/plans/check/plan-policy.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

/** `seen` is the policy as displayed, to detect concurrent changes. */
export async function savePolicy(request: unknown, seen: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => policies.savePolicy(ctx, request, seen))
}
