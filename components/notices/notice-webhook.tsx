import type { NewWebhook } from '#lib/notices/webhooks/manage-webhooks.ts'
import type { NoticeWebhookView } from '#lib/notices/webhooks/notice-webhook.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Time } from '../ui/time.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { Attempts, RemoveButton, ResumeButton } from './webhook-list.tsx'

type NoticeWebhookProps = {
  webhook: NoticeWebhookView | null
  sentWhen: string
  add: (request: { url: string }) => Promise<ActionResult<NewWebhook>>
  remove: () => Promise<ActionResult<void>>
  resume: () => Promise<ActionResult<void>>
}

export function NoticeWebhook({ webhook, sentWhen, add, remove, resume }: NoticeWebhookProps) {
  if (!webhook) return <AddWebhook add={add} sentWhen={sentWhen} isForNotices />
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-1 text-sm">
          <p className="font-medium [overflow-wrap:anywhere]">{webhook.url}</p>
          <p className="text-muted-foreground">
            Added <Time at={webhook.createdAtMs} />
          </p>
        </div>
        {webhook.isPaused && <ResumeButton id={webhook.id} resume={resume} />}
        <RemoveButton webhook={webhook} remove={remove} />
      </div>
      {webhook.isPaused && (
        <Alert variant="warning" title="Paused">
          Twenty deliveries in a row failed. Notifications from before you resume it are not sent later.
        </Alert>
      )}
      <Attempts attempts={webhook.attempts} />
    </div>
  )
}
