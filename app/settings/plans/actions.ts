'use server'

import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import * as policies from '#lib/plans/check/plan-policy.ts'

/** `seen`: as displayed. */
export async function savePolicy(given: unknown, seen: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) => policies.savePolicy(ctx, given, seen))
}
