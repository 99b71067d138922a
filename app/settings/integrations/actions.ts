'use server'

import { headers } from 'next/headers'
import * as connections from '#lib/integrations/connections.ts'
import * as disconnecting from '#lib/integrations/disconnect.ts'
import type { Revocation } from '#lib/integrations/revoke-credential.ts'
import * as connecting from '#lib/integrations/start-connect.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

const CHANGE = { refreshes: 'always' } as const

/** Public endpoints: arguments are untrusted. */
export async function connectWithKey(request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => connections.connectWithKey(ctx, request))
}

export async function startConnect(request: unknown): Promise<ActionResult<{ url: string }>> {
  return actionResult(async (ctx) => {
    const callbackUrl = publicOrigin(await headers()) + paths.connectCallback
    return connecting.startConnect(ctx, request, callbackUrl)
  })
}

export async function allowSkillSet(request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => connections.allowSkillSet(ctx, request))
}

export async function withdrawSkillSet(request: unknown): Promise<ActionResult<void>> {
  return performAction(CHANGE, (ctx) => connections.withdrawSkillSet(ctx, request))
}

export async function disconnectAccount(slug: unknown): Promise<ActionResult<{ revocation: Revocation }>> {
  return performAction(CHANGE, (ctx) => disconnecting.disconnect(ctx, slug))
}
