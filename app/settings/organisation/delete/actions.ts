'use server'

import { redirect } from 'next/navigation'
import * as organisations from '#lib/account-data/delete-organisation.ts'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResultWith } from '#lib/http/responses/action-result.ts'
import { paths } from '#lib/site/paths.ts'

/** The next request falls back to the personal organisation. */
export async function deleteOrganisation(_before: unknown, form: unknown): Promise<PublicError | null> {
  const given = formFields(form)
  const result = await actionResultWith({ isCostly: true }, (ctx) =>
    organisations.deleteOrganisation(ctx, given),
  )
  if (!result.ok) return result.error
  redirect(paths.organisation)
}
