'use server'

import * as linkedSignIns from '#lib/accounts/linked-sign-ins.ts'
import * as sessions from '#lib/accounts/sessions.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

const CHANGE = { refreshes: 'always' } as const

export async function endSession(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => sessions.endSession(ctx, id))
}

export async function unlinkSignIn(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => linkedSignIns.unlinkSignIn(ctx, id))
}

export async function revokeConnection(id: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => sessions.revokeConnection(ctx, id))
}
