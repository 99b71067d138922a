'use server'

import { redirect } from 'next/navigation'
import * as organisations from '#lib/account-data/delete-organisation.ts'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { costlyActionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { paths } from '#lib/site/paths.ts'

/** The next request falls back to the personal organisation. */
export async function deleteOrganisation(_before: unknown, form: unknown): Promise<PublicError | null> {
  const given = formFields(form)
  const result = await costlyActionResult(async () =>
    organisations.deleteOrganisation(await contextFromCookie(), given),
  )
  if (!result.ok) return result.error
  redirect(paths.organisation)
}
