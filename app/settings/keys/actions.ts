'use server'

import { refresh } from 'next/cache'
import * as keys from '#lib/keys/keys.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export async function createKey(given: unknown): Promise<ActionResult<keys.NewKey>> {
  const result = await actionResult(async () => keys.createKey(await contextFromCookie(), given))
  if (result.ok) refresh()
  return result
}

export async function revokeKey(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => keys.revokeKey(await contextFromCookie(), { id }))
  refresh()
  return result
}
