'use server'

import { redirect } from 'next/navigation'
import type { FormState } from '#components/ui/forms/form-error.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import * as invitations from '#lib/organisations/invitations.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { selectOrganisation } from '#lib/protocols/session/cookies/organisation-cookie.ts'

export async function joinOrganisation(token: unknown): Promise<FormState> {
  const result = await actionResult(async (ctx) =>
    selectOrganisation(await invitations.joinOrganisation(ctx, String(token))),
  )
  if (result.ok) redirect(paths.organisation)
  return result.error
}
