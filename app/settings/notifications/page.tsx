import type { Metadata } from 'next'
import { NoticePreferences } from '#components/notices/notice-preferences.tsx'
import { NoticeWebhook } from '#components/notices/notice-webhook.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getEmailStatus } from '#lib/accounts/confirm-email.ts'
import { requireViewer } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { WEBHOOK_EVENTS } from '#lib/notices/model/webhook-events.ts'
import { getNoticePreferences } from '#lib/notices/notice-preferences.ts'
import { getNoticeWebhook } from '#lib/notices/webhooks/notice-webhook.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { removeNoticeWebhook, resumeNoticeWebhook, setNoticePreference, setNoticeWebhook } from './actions.ts'

export const metadata: Metadata = { title: 'Notification settings' }

export default async function NotificationSettingsPage() {
  const ctx = await contextFromCookie()
  const [preferences, { isVerified, mail }, webhook] = await orNotFound(
    Promise.all([getNoticePreferences(ctx), getEmailStatus(ctx), getNoticeWebhook(ctx)]),
  )
  const { email } = requireViewer(ctx)
  return (
    <Page
      width="reading"
      title="Notification settings"
      description="Choose what you are notified about, and how. Changes are saved immediately. You are always notified of changes to how you sign in."
    >
      {mail === 'off' && <Alert>This site sends no email. Your choices apply once it does.</Alert>}
      {mail !== 'off' && !isVerified && (
        <Alert variant="warning">
          Emails go to confirmed addresses only. Confirm {email} on{' '}
          <TextLink href={paths.settings}>your profile</TextLink>.
        </Alert>
      )}
      <SectionCard id="topics" title="Notifications">
        <NoticePreferences
          preferences={preferences}
          save={setNoticePreference}
          hasWebhook={webhook !== null}
        />
      </SectionCard>
      <SectionCard
        id="webhook"
        title="Webhook"
        description={
          webhook
            ? 'Receives the kinds of notifications for which you select Webhook.'
            : 'Send notifications to a chat or a program of yours as signed HTTP requests.'
        }
      >
        <NoticeWebhook
          webhook={webhook}
          sentWhen={WEBHOOK_EVENTS.notice.sentWhen}
          add={setNoticeWebhook}
          remove={removeNoticeWebhook}
          resume={resumeNoticeWebhook}
        />
      </SectionCard>
    </Page>
  )
}
