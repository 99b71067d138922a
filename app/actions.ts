'use server'

import { redirect } from 'next/navigation'
import { paths } from '#lib/contract/market/paths.ts'
import { chooseOrganisation } from '#lib/organisations/choose-organisation.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { actFor } from '#lib/session/active-organisation.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { endSession } from '#lib/session/session-cookie.ts'

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await endSession()
  redirect(paths.home)
}

/** Acts for another of the viewer's organisations from now on. */
export async function switchOrganisation(id: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await actFor(await chooseOrganisation(await contextFromCookie(), { id }))
  })
}
