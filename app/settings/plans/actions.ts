'use server'

import { refresh } from 'next/cache'
import * as policies from '#lib/plans/approval-policy.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** `seen` is the policy that the page showed. */
export async function savePolicy(given: unknown, seen: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => policies.savePolicy(await contextFromCookie(), given, seen))
  if (result.ok) refresh()
  return result
}
