'use server'

import { redirect } from 'next/navigation'
import type { FormState } from '#components/account/form-state.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { join as joinOrganisation } from '#lib/organisations/join.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { actFor } from '#lib/session/active-organisation.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Uses the invitation up and acts for its organisation from now on. */
export async function join(token: unknown): Promise<FormState> {
  const result = await actionResult(async () => {
    await actFor(await joinOrganisation(await contextFromCookie(), String(token)))
  })
  if (result.ok) redirect(paths.organisation)
  return result.error
}
