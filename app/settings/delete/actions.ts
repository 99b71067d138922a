'use server'

import { redirect } from 'next/navigation'
import * as accounts from '#lib/account-data/delete-account.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'
import { signOutHere } from '#lib/protocols/session/next-auth/sign-in.ts'

export async function deleteAccount(_before: unknown, form: unknown): Promise<PublicError | null> {
  const fields = formFields(form)
  const result = await performAction({ isCostly: true }, (ctx) => accounts.deleteAccount(ctx, fields))
  if (!result.ok) return result.error
  await signOutHere()
  redirect(`${paths.home}?deleted=account`)
}
