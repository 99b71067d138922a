'use server'

import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import * as toolsets from '#lib/toolsets/change-toolset.ts'
import { type Offer, offerOf } from '#lib/toolsets/list-toolsets.ts'

export async function readOffer(skill: unknown): Promise<ActionResult<Offer>> {
  return actionResult((ctx) => offerOf(ctx, { skill }))
}

export async function createToolset(request: unknown): Promise<ActionResult<{ slug: string }>> {
  return performAction({ refreshes: true }, (ctx) => toolsets.createToolset(ctx, request))
}

export async function deleteToolset(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => toolsets.deleteToolset(ctx, request))
}

export async function addToToolset(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => toolsets.addToToolset(ctx, request))
}

export async function removeFromToolset(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => toolsets.removeFromToolset(ctx, request))
}

export async function renewConsent(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => toolsets.renewConsent(ctx, request))
}
