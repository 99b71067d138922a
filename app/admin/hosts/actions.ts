'use server'

import { addOwnHost as add, removeOwnHost as remove } from '#lib/admin/own-hosts.ts'
import { requireAdmin } from '#lib/context/context.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

const CHANGE = { authorize: requireAdmin, requiresRecentAuth: true, refreshes: true } as const

/** Public endpoints: arguments are untrusted. */
export async function addOwnHost(_before: unknown, form: unknown): Promise<PublicError | null> {
  const result = await performAction(CHANGE, (ctx) => add(ctx, formFields(form)))
  return result.ok ? null : result.error
}

export async function removeOwnHost(host: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => remove(ctx, host))
}
