'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { NameState, PasswordState } from '#components/account/form-result.tsx'
import * as profile from '#lib/accounts/profile.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { beginSession, clearSessionCookies } from '#lib/session/cookies/session-cookie.ts'
import { paths } from '#lib/site/paths.ts'

export async function changeName(_before: unknown, form: unknown): Promise<NameState> {
  const { name } = formFields(form)
  const result = await actionResult(async () => profile.changeName(await contextFromCookie(), name))
  if (result.ok) refresh()
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: name ?? '' }
}

/** Sets a new password. Ends all other sessions and renews this one. */
export async function changePassword(_before: unknown, form: unknown): Promise<PasswordState> {
  const { current, password, revokesKeys } = formFields(form)
  const given = { current, password, revokesKeys: revokesKeys === 'on' }
  const result = await actionResult(async () => {
    const ctx = await contextFromCookie()
    const { sessionVersion } = await profile.changePassword(ctx, given)
    await beginSession({ userId: ctx.viewer!.userId, sessionVersion })
  })
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}

/**
 * Ends every session including this one, and optionally revokes keys. Returns an error message, or undefined
 * on success.
 */
export async function signOutEverywhere(revokesKeys: unknown): Promise<string | undefined> {
  const result = await actionResult(async () =>
    profile.signOutEverywhere(await contextFromCookie(), { revokesKeys: revokesKeys === true }),
  )
  if (!result.ok) return result.error.message
  await clearSessionCookies()
  redirect(paths.signIn())
}
