'use server'

import { redirect } from 'next/navigation'
import * as accounts from '#lib/account-data/delete-account.ts'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { costlyActionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { clearSessionCookies } from '#lib/session/cookies/session-cookie.ts'
import { paths } from '#lib/site/paths.ts'

export async function deleteAccount(_before: unknown, form: unknown): Promise<PublicError | null> {
  const given = formFields(form)
  const result = await costlyActionResult(async () =>
    accounts.deleteAccount(await contextFromCookie(), given),
  )
  if (!result.ok) return result.error
  await clearSessionCookies()
  redirect(paths.home)
}
