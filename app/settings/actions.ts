'use server'

import { redirect } from 'next/navigation'
import type { EmailChangeState } from '#components/accounts/email-forms.tsx'
import type { NameState, PasswordState } from '#components/accounts/form-result.tsx'
import * as email from '#lib/accounts/confirm-email.ts'
import * as profile from '#lib/accounts/profile.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import { signInAs, signOutHere } from '#lib/protocols/session/next-auth/sign-in.ts'

export async function changeName(_before: unknown, form: unknown): Promise<NameState> {
  const { name } = formFields(form)
  const result = await performAction({ refreshes: true }, (ctx) => profile.changeName(ctx, name))
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: name ?? '' }
}

/** Changes the password, which ends all other sessions and renews this one. */
export async function changePassword(_before: unknown, form: unknown): Promise<PasswordState> {
  const { current, password, revokesKeys } = formFields(form)
  const fields = { current, password, revokesKeys: revokesKeys === 'on' }
  const result = await actionResult(async (ctx) => {
    const { sessionVersion } = await profile.changePassword(ctx, fields)
    await signInAs({ id: ctx.viewer!.userId, sessionVersion, method: 'password' })
  })
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}

export async function signOutEverywhere(revokesKeys: unknown): Promise<ActionResult<void>> {
  const result = await actionResult((ctx) =>
    profile.signOutEverywhere(ctx, { revokesKeys: revokesKeys === true }),
  )
  if (!result.ok) return result
  await signOutHere()
  redirect(paths.signIn())
}

export async function changeEmail(_before: unknown, form: unknown): Promise<EmailChangeState> {
  const fields = formFields(form)
  const result = await performAction({ refreshes: 'always' }, (ctx) => email.changeEmail(ctx, fields))
  if (!result.ok) return { error: result.error, email: fields.email ?? '', outcome: null }
  return { error: null, email: '', outcome: result.data.isDone ? 'changed' : 'mailed' }
}

export async function resendVerification(): Promise<ActionResult<void>> {
  return actionResult((ctx) => email.resendVerification(ctx))
}

export async function cancelEmailChange(): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => email.cancelEmailChange(ctx))
}
