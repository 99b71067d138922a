'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as policies from '#lib/plans/check/plan-policy.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

/** `seen`: as displayed. */
export async function savePolicy(given: unknown, seen: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => policies.savePolicy(await contextFromCookie(), given, seen))
  if (result.ok) refresh()
  return result
}
