'use server'

import * as keys from '#lib/auth/manage-api-keys.ts'
import * as spending from '#lib/money/confirm-spending.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function createKey(request: unknown): Promise<ActionResult<keys.NewKey>> {
  const requiresRecentAuth = keys.isFarReachingKey(request)
  return performAction({ requiresRecentAuth, refreshes: true }, (ctx) => keys.createKey(ctx, request))
}

export async function bindKey(id: unknown, toolset: unknown): Promise<ActionResult<void>> {
  // Removing the toolset may widen the key's access, so confirm that the user is present.
  const requiresRecentAuth = toolset === null
  return performAction({ requiresRecentAuth, refreshes: 'always' }, (ctx) =>
    keys.bindKey(ctx, { id, toolset }),
  )
}

export async function revokeKey(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => keys.revokeKey(ctx, { id }))
}

export async function decideSpending(id: unknown, isConfirmed: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) =>
    spending.decideConfirmation(ctx, { id, isConfirmed }),
  )
}
