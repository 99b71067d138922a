'use server'

import { refresh } from 'next/cache'
import { z } from 'zod'
import * as people from '#lib/accounts/manage-users.ts'
import { makeResetLink } from '#lib/accounts/reset-password.ts'
import type { Context } from '#lib/context/context.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { contextOfPresent } from '#lib/session/context/context-of-present.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField, LineField } from '#lib/validation/text-fields.ts'

/** Public endpoints: arguments are untrusted. */
export async function setAdmin(id: unknown, isAdmin: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.setAdmin(ctx, parseFields(IdField, id), parseFields(z.boolean(), isAdmin)))
}

export async function suspendPerson(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.suspendPerson(ctx, parseFields(IdField, id), reason))
}

export async function unsuspendPerson(id: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.unsuspendPerson(ctx, parseFields(IdField, id)))
}

export async function endSessions(id: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.endSessions(ctx, parseFields(IdField, id)))
}

export async function removeSecondFactor(id: unknown): Promise<ActionResult<void>> {
  return act((ctx) => people.removeSecondFactor(ctx, parseFields(IdField, id)))
}

/** Only this response contains the link's path. */
export async function resetLink(email: unknown): Promise<ActionResult<{ path: string }>> {
  return actionResult(async () => makeResetLink(await contextFromCookie(), parseFields(LineField, email)))
}

async function act(work: (ctx: Context) => Promise<void>): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const ctx = await contextOfPresent()
    await work(ctx)
    refresh()
  })
}
