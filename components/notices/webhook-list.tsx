'use client'

import { paths } from '#lib/kernel/site/paths.ts'
import type { WebhookView } from '#lib/notices/webhooks/manage-webhooks.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

type WebhookAction = (id: string) => Promise<ActionResult<void>>
type Attempt = WebhookView['attempts'][number]
type WebhookListProps = { webhooks: WebhookView[]; remove: WebhookAction; resume: WebhookAction }

export function WebhookList({ webhooks, remove, resume }: WebhookListProps) {
  return (
    <CardList>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="grid gap-3 px-5 py-4">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <div className="grid min-w-0 flex-1 basis-60 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                <span className="[overflow-wrap:anywhere]">{webhook.url}</span>
                {webhook.isPaused && <Badge variant="warning">Paused</Badge>}
              </p>
              <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {webhook.skillName ?? 'Every skill'} · added <Time at={webhook.createdAtMs} />
              </p>
            </div>
            {webhook.isPaused && <ResumeButton id={webhook.id} resume={resume} />}
            <RemoveButton webhook={webhook} remove={remove} />
          </div>
          {webhook.isPaused && (
            <p className="text-sm">
              Twenty deliveries in a row failed, so this webhook is paused. Runs that end before you resume it
              are not sent later.
            </p>
          )}
          <Attempts attempts={webhook.attempts} />
        </li>
      ))}
    </CardList>
  )
}

export function Attempts({ attempts }: Pick<WebhookView, 'attempts'>) {
  if (attempts.length === 0) return <p className="text-muted-foreground text-sm">No messages sent yet.</p>
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted-foreground">
        Last message <Time at={attempts[0]!.atMs} />: <AttemptResult attempt={attempts[0]!} />
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {attempts.map(({ runId, number, status, problem, atMs }) => (
          <li key={`${runId} ${number}`} className="flex flex-wrap gap-x-3 gap-y-1">
            <Time at={atMs} />
            <AttemptResult attempt={{ status, problem }} />
            {number > 1 && <span className="text-muted-foreground">attempt {number}</span>}
            {!runId.startsWith('notice_') && (
              <TextLink href={paths.run(runId)} className="text-primary">
                {runId.slice(0, 12)}…{runId.slice(-4)}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function AttemptResult({ attempt: { status, problem } }: { attempt: Pick<Attempt, 'status' | 'problem'> }) {
  if (problem === null) return <span>delivered ({status})</span>
  return <span className="text-destructive [overflow-wrap:anywhere]">{problem}</span>
}

export function ResumeButton({ id, resume }: { id: string; resume: WebhookAction }) {
  const [pending, start] = useAction()
  return (
    <Button variant="outline" size="sm" pending={pending} onClick={() => start(() => resume(id))}>
      Resume
    </Button>
  )
}

export function RemoveButton({
  webhook,
  remove,
}: {
  webhook: Pick<WebhookView, 'id' | 'url'>
  remove: WebhookAction
}) {
  return (
    <ConfirmButton
      title="Remove this webhook?"
      description={`${webhook.url} will no longer receive messages, and its secret will be deleted.`}
      confirmLabel="Remove"
      onConfirm={() => remove(webhook.id)}
      label={`Remove ${webhook.url}`}
    />
  )
}
