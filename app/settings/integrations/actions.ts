'use server'

import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import type { Context } from '#lib/context/context.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as connections from '#lib/integrations/connections.ts'
import * as disconnecting from '#lib/integrations/disconnect.ts'
import * as connecting from '#lib/integrations/start-connect.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/session/network/caller-address.ts'
import { paths } from '#lib/site/paths.ts'

/** Public endpoints: arguments are untrusted. */
export async function connectWithKey(given: unknown): Promise<ActionResult<void>> {
  return act((ctx) => connections.connectWithKey(ctx, given))
}

export async function startConnect(given: unknown): Promise<ActionResult<{ url: string }>> {
  return actionResult(async () => {
    const callbackUrl = publicOrigin(await headers()) + paths.connectCallback
    return connecting.startConnect(await contextFromCookie(), given, callbackUrl)
  })
}

export async function allowSkillSet(given: unknown): Promise<ActionResult<void>> {
  return act((ctx) => connections.allowSkillSet(ctx, given))
}

export async function withdrawSkillSet(given: unknown): Promise<ActionResult<void>> {
  return act((ctx) => connections.withdrawSkillSet(ctx, given))
}

export async function disconnect(slug: unknown): Promise<ActionResult<{ isRevoked: boolean }>> {
  return act((ctx) => disconnecting.disconnect(ctx, slug))
}

async function act<Result>(work: (ctx: Context) => Promise<Result>): Promise<ActionResult<Result>> {
  const result = await actionResult(async () => work(await contextFromCookie()))
  refresh()
  return result
}
