'use server'

import {
  type ActionResult,
  actionResult,
  actionResultWith,
} from '#lib/protocols/http/responses/action-result.ts'
import * as toolsets from '#lib/toolsets/change-toolset.ts'
import { type Offer, offerOf } from '#lib/toolsets/list-toolsets.ts'

export async function readSkill(skill: unknown): Promise<ActionResult<Offer>> {
  return actionResult((ctx) => offerOf(ctx, { skill }))
}

export async function createToolset(given: unknown): Promise<ActionResult<{ slug: string }>> {
  return actionResultWith({ refreshes: true }, (ctx) => toolsets.createToolset(ctx, given))
}

export async function deleteToolset(given: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, (ctx) => toolsets.deleteToolset(ctx, given))
}

export async function addToToolset(given: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: true }, (ctx) => toolsets.addToToolset(ctx, given))
}

export async function removeFromToolset(given: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, (ctx) => toolsets.removeFromToolset(ctx, given))
}

export async function renewConsent(given: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, (ctx) => toolsets.renewConsent(ctx, given))
}
