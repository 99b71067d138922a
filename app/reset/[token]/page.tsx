import type { Metadata } from 'next'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { ResetForm } from '#components/accounts/reset-forms.tsx'
import { getResetLink } from '#lib/accounts/reset-password.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { resetPassword } from './actions.ts'

// The URL must not leak through the Referer header.
export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function ResetPage({ params }: Props) {
  const { token } = await params
  const { email } = await orNotFound(getResetLink(await contextFromCookie(), token))

  return (
    <AuthFrame
      title="Set a new password"
      description={`For ${email}. This signs you out on all devices, revokes API keys and connected apps, unlinks external sign-ins, and pauses automations.`}
    >
      <ResetForm email={email} reset={resetPassword.bind(null, token)} />
    </AuthFrame>
  )
}
