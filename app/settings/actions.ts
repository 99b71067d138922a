'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { NameState, PasswordState } from '#components/account/form-state.ts'
import * as profile from '#lib/accounts/profile.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { beginSession, endSession } from '#lib/session/session-cookie.ts'

export async function changeName(_before: unknown, form: FormData): Promise<NameState> {
  const name = form.get('name')
  const result = await actionResult(async () => profile.changeName(await contextFromCookie(), name))
  if (result.ok) refresh()
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: String(name ?? '') }
}

/** Sets a new password. Every other session ends; this browser gets a new one. */
export async function changePassword(_before: unknown, form: FormData): Promise<PasswordState> {
  const given = { current: form.get('current') ?? undefined, password: form.get('password') }
  const result = await actionResult(async () => {
    const ctx = await contextFromCookie()
    const { sessionVersion } = await profile.changePassword(ctx, given)
    await beginSession({ userId: ctx.viewer!.userId, sessionVersion })
  })
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}

/** Ends every session, this one included. Returns a sentence when it did not work. */
export async function signOutEverywhere(): Promise<string | undefined> {
  const result = await actionResult(async () => profile.signOutEverywhere(await contextFromCookie()))
  if (!result.ok) return result.error.message
  await endSession()
  redirect(paths.signIn())
}
