'use server'

import { refresh } from 'next/cache'
import type { Context } from '#lib/context/context.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as providers from '#lib/integrations/manage-providers.ts'
import { contextOfPresent } from '#lib/session/context/context-of-present.ts'

/** Public endpoints: arguments are untrusted. */
export async function createProvider(slug: unknown, fields: unknown): Promise<ActionResult<void>> {
  return act((ctx) => providers.createProvider(ctx, slug, fields))
}

export async function updateProvider(slug: unknown, fields: unknown): Promise<ActionResult<void>> {
  return act((ctx) => providers.updateProvider(ctx, slug, fields))
}

export async function removeProvider(slug: unknown): Promise<ActionResult<void>> {
  return act((ctx) => providers.removeProvider(ctx, slug))
}

async function act(work: (ctx: Context) => Promise<void>): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const ctx = await contextOfPresent()
    await work(ctx)
    refresh()
  })
}
