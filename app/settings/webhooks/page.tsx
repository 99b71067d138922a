import { Webhook } from 'lucide-react'
import type { Metadata } from 'next'
import { AddWebhook } from '#components/notices/add-webhook.tsx'
import { WebhookList } from '#components/notices/webhook-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { requireViewer } from '#lib/context/context.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { WEBHOOK_EVENTS } from '#lib/notices/model/webhook-events.ts'
import { listWebhooks } from '#lib/notices/webhooks/manage-webhooks.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { addWebhook, removeWebhook, resumeWebhook } from './actions.ts'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage() {
  const ctx = await contextFromCookie()
  const webhooks = await orNotFound(listWebhooks(ctx))
  const { organisationName } = requireViewer(ctx)

  return (
    <Page
      width="reading"
      title="Webhooks"
      description={`Receive an HTTP POST request whenever a run of ${organisationName} ends.`}
      actions={<AddWebhook add={addWebhook} sentWhen={WEBHOOK_EVENTS['run.ended'].sentWhen} />}
    >
      {webhooks.length > 0 ? (
        <WebhookList webhooks={webhooks} remove={removeWebhook} resume={resumeWebhook} />
      ) : (
        <EmptyState icon={Webhook} title="No webhooks yet">
          Add a URL to receive every finished run. Messages are signed, and retried if delivery fails.
        </EmptyState>
      )}
      <p className="text-muted-foreground text-sm">
        <TextLink href={`${paths.docsApi}#webhooks`} className="text-foreground">
          What a message contains
        </TextLink>
        , how it is signed and when it is retried.
      </p>
    </Page>
  )
}
