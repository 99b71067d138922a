'use server'

import { refresh } from 'next/cache'
import * as keys from '#lib/api-keys/manage-api-keys.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function createKey(given: unknown): Promise<ActionResult<keys.NewKey>> {
  const result = await actionResult(async () => keys.createKey(await contextFromCookie(), given))
  if (result.ok) refresh()
  return result
}

export async function bindKey(id: unknown, toolset: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => keys.bindKey(await contextFromCookie(), { id, toolset }))
  refresh()
  return result
}

export async function revokeKey(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => keys.revokeKey(await contextFromCookie(), { id }))
  refresh()
  return result
}
