'use server'

import { refresh } from 'next/cache'
import * as sessions from '#lib/accounts/sessions.ts'
import type { Context } from '#lib/context/context.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function endSession(id: unknown): Promise<ActionResult<void>> {
  return act((ctx) => sessions.endSession(ctx, id))
}

export async function revokeConnection(id: unknown): Promise<ActionResult<void>> {
  return act((ctx) => sessions.revokeConnection(ctx, id))
}

async function act(work: (ctx: Context) => Promise<void>): Promise<ActionResult<void>> {
  const result = await actionResult(async () => work(await contextFromCookie()))
  refresh()
  return result
}
