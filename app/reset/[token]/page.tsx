import type { Metadata } from 'next'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { ResetForm } from '#components/account/reset-form.tsx'
import { getResetLink } from '#lib/accounts/reset-password.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { reset } from './actions.ts'

// The address is the secret: it must not travel on to wherever this page leads.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function ResetPage({ params }: Props) {
  const { token } = await params
  const { email } = await orNotFound(getResetLink(await contextFromCookie(), token))

  return (
    <AuthFrame title="Set a new password" description={`For ${email}. Every device is signed out by it.`}>
      <ResetForm email={email} reset={reset.bind(null, token)} />
    </AuthFrame>
  )
}
