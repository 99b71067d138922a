import type { Metadata } from 'next'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { ConfirmEmailForm } from '#components/accounts/email-forms.tsx'
import { getConfirmation, previewConfirmation } from '#lib/accounts/confirm-email.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { confirmAddress } from './actions.ts'

// The URL must not leak through the Referer header.
export const metadata: Metadata = { title: 'Confirm your email address', referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function ConfirmEmailPage({ params }: Props) {
  const { token } = await params
  const ctx = await contextFromCookie()
  const { email, isChange } = await orNotFound(getConfirmation(ctx, token))
  const effect = await orNotFound(previewConfirmation(ctx, token))
  return (
    <AuthFrame
      title={isChange ? 'Change your email address' : 'Confirm your email address'}
      description={isChange ? `Your account will use ${email}.` : email}
    >
      <ConfirmEmailForm effect={effect} confirm={confirmAddress.bind(null, token)} />
    </AuthFrame>
  )
}
