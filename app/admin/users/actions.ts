'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import * as people from '#lib/accounts/people.ts'
import { makeResetLink } from '#lib/accounts/reset-password.ts'
import type { Context } from '#lib/context.ts'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { Id, Line } from '#lib/contract/market/sent-text.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Public endpoints, all of these: the arguments are whatever was sent. */
export async function setAdmin(id: unknown, isAdmin: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.setAdmin(ctx, parseWith(Id, id), parseWith(z.boolean(), isAdmin)))
}

export async function setLocked(id: unknown, isLocked: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.setLocked(ctx, parseWith(Id, id), parseWith(z.boolean(), isLocked)))
}

export async function endSessions(id: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.endSessions(ctx, parseWith(Id, id)))
}

/** The link's path is in this answer and nowhere else. */
export async function resetLink(email: unknown): Promise<ActionResult<{ path: string }>> {
  return actionResult(async () => makeResetLink(await contextFromCookie(), parseWith(Line, email)))
}

async function act(work: (ctx: Context) => Promise<void>): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await work(await contextFromCookie())
    refresh()
  })
}
