'use client'

import { type FormEvent, useState } from 'react'
import type { NewWebhook } from '#lib/notices/webhooks/manage-webhooks.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { DialogFooter } from '../ui/dialogs/dialog.tsx'
import { CreateSecretDialog } from '../ui/dialogs/secret-dialogs.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { useAction } from '../ui/use-action.ts'

type NewWebhookRequest = { url: string; skillName: string }
type AddWebhookProps = {
  add: (request: NewWebhookRequest) => Promise<ActionResult<NewWebhook>>
  /** When the webhook is called, from `WEBHOOK_EVENTS`. */
  sentWhen: string
  /** Set for a webhook that receives notifications of the person instead of runs of the organisation. */
  isForNotices?: true
}

export function AddWebhook({ add, sentWhen, isForNotices }: AddWebhookProps) {
  return (
    <CreateSecretDialog<NewWebhook>
      triggerLabel="Add webhook"
      title="Add a webhook"
      description={`The webhook receives a signed POST request with JSON when this happens: ${sentWhen}`}
      renderForm={(onCreated) => <WebhookForm add={add} isForNotices={isForNotices} onCreated={onCreated} />}
      describeSecret={({ secret, warning }) => ({
        title: 'Webhook secret',
        label: 'Secret',
        secret,
        instructions: (
          <>
            {warning && <span className="mb-2 block font-medium text-foreground">{warning}</span>}
            Use it to verify every message. Any Standard Webhooks library does this with the headers{' '}
            <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>.
          </>
        ),
      })}
    />
  )
}

type WebhookFormProps = Omit<AddWebhookProps, 'sentWhen'> & { onCreated: (webhook: NewWebhook) => void }

function WebhookForm({ add, isForNotices, onCreated }: WebhookFormProps) {
  const [url, setUrl] = useState('')
  const [skillName, setSkillName] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useAction(setError)

  function submit(event: FormEvent) {
    event.preventDefault()
    start(() => add({ url, skillName }), onCreated)
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/url', '/skillName']} />
      <InputField
        label="URL"
        help="A public URL that starts with https://."
        errors={errorsAt(error, '/url')}
        type="url"
        placeholder="https://example.com/guildhall"
        value={url}
        onChange={setUrl}
      />
      {!isForNotices && (
        <InputField
          label="Only this skill"
          optional
          help="As publisher.skillset.skill. Leave empty for all skills."
          errors={errorsAt(error, '/skillName')}
          isCode
          placeholder="guildhall.text_tools.text_statistics"
          value={skillName}
          onChange={setSkillName}
        />
      )}
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Add webhook
        </Button>
      </DialogFooter>
    </form>
  )
}
