'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import * as organisations from '#lib/account-data/delete-organisation.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

/** Deletes the organisation. From the next request on, the person works in the personal one. */
export async function deleteOrganisation(_before: unknown, form: unknown): Promise<PublicError | null> {
  const fields = formFields(form)
  const result = await performAction({ isCostly: true }, (ctx) =>
    organisations.deleteOrganisation(ctx, fields),
  )
  if (!result.ok) return result.error
  // The layouts, too, still carry the name of the organisation.
  revalidatePath('/', 'layout')
  redirect(`${paths.organisation}?deleted=1`)
}
