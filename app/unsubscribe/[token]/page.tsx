import type { Metadata } from 'next'
import { AuthFrame } from '#components/accounts/auth-frame.tsx'
import { UnsubscribeForm } from '#components/notices/unsubscribe-form.tsx'
import { TOPICS } from '#lib/notices/model/notice-topics.ts'
import { parseUnsubscribeToken } from '#lib/notices/notice-preferences.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { unsubscribe } from './actions.ts'

export const metadata: Metadata = { title: 'Unsubscribe', referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function UnsubscribePage({ params }: Props) {
  const { token } = await params
  const { topic } = await orNotFound((async () => parseUnsubscribeToken(token))())
  return (
    <AuthFrame
      title="Unsubscribe"
      description={`Stop emails on “${TOPICS[topic].label}”. You still see these notifications on the site.`}
    >
      <UnsubscribeForm unsubscribe={unsubscribe.bind(null, token)} />
    </AuthFrame>
  )
}
