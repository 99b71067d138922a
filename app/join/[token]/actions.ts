'use server'

import { redirect } from 'next/navigation'
import type { FormState } from '#components/ui/forms/form-error.tsx'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { joinOrganisation } from '#lib/organisations/invitations.ts'
import { selectOrganisation } from '#lib/session/cookies/session-cookie.ts'
import { paths } from '#lib/site/paths.ts'

export async function join(token: unknown): Promise<FormState> {
  const result = await actionResult(async (ctx) =>
    selectOrganisation(await joinOrganisation(ctx, String(token))),
  )
  if (result.ok) redirect(paths.organisation)
  return result.error
}
