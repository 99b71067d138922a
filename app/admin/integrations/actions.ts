'use server'

import { requireAdmin } from '#lib/context/context.ts'
import * as providers from '#lib/integrations/manage-providers.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

const CHANGE = { authorize: requireAdmin, requiresRecentAuth: true, refreshes: true } as const

/** Public endpoints: arguments are untrusted. */
export async function createProvider(slug: unknown, fields: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => providers.createProvider(ctx, slug, fields))
}

export async function updateProvider(slug: unknown, fields: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => providers.updateProvider(ctx, slug, fields))
}

export async function removeProvider(slug: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => providers.removeProvider(ctx, slug))
}
