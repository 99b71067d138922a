'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import * as toolsets from '#lib/toolsets/change-toolset.ts'
import { type Offer, offerOf } from '#lib/toolsets/list-toolsets.ts'

export async function readSkill(skill: unknown): Promise<ActionResult<Offer>> {
  return actionResult(async () => offerOf(await contextFromCookie(), { skill }))
}

export async function createToolset(given: unknown): Promise<ActionResult<{ slug: string }>> {
  const result = await actionResult(async () => toolsets.createToolset(await contextFromCookie(), given))
  if (result.ok) refresh()
  return result
}

export async function deleteToolset(given: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => toolsets.deleteToolset(await contextFromCookie(), given))
  refresh()
  return result
}

export async function addToToolset(given: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => toolsets.addToToolset(await contextFromCookie(), given))
  if (result.ok) refresh()
  return result
}

export async function removeFromToolset(given: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => toolsets.removeFromToolset(await contextFromCookie(), given))
  refresh()
  return result
}

export async function agreeAgain(given: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => toolsets.renewConsent(await contextFromCookie(), given))
  refresh()
  return result
}
