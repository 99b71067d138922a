'use server'

import { z } from 'zod'
import * as people from '#lib/accounts/manage-users.ts'
import * as passwords from '#lib/accounts/reset-password.ts'
import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, LineField } from '#lib/kernel/validation/text-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'

const CHANGE = { authorize: requireAdmin, requiresRecentAuth: true, refreshes: true } as const

/** Public endpoints: arguments are untrusted. */
export async function setAdmin(id: unknown, isAdmin: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) =>
    people.setAdmin(ctx, parseFields(IdField, id), parseFields(z.boolean(), isAdmin)),
  )
}

export async function suspendPerson(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => people.suspendPerson(ctx, parseFields(IdField, id), reason))
}

export async function unsuspendPerson(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => people.unsuspendPerson(ctx, parseFields(IdField, id)))
}

export async function endSessions(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => people.endSessions(ctx, parseFields(IdField, id)))
}

export async function removeSecondFactor(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => people.removeSecondFactor(ctx, parseFields(IdField, id)))
}

/** Creates a reset link, whose path only this response contains. */
export async function makeResetLink(email: unknown): Promise<ActionResult<{ path: string }>> {
  return actionResult((ctx) => passwords.makeResetLink(ctx, parseFields(LineField, email)))
}
