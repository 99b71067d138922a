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

type Wanted = { url: string; skillName: string }
type AddWebhookProps = {
  add: (wanted: Wanted) => Promise<ActionResult<NewWebhook>>
  /** When the webhook is called, from `WEBHOOK_EVENTS`. */
  sentWhen: string
  /** Receives the person’s notices instead of the organisation’s runs. */
  isForNotices?: true
}

export function AddWebhook({ add, sentWhen, isForNotices }: AddWebhookProps) {
  return (
    <CreateSecretDialog<NewWebhook>
      triggerLabel="Add webhook"
      title="Add a webhook"
      description={`It receives a signed POST request with JSON when this happens: ${sentWhen}`}
      renderForm={(onMade) => <WebhookForm add={add} isForNotices={isForNotices} onMade={onMade} />}
      describeSecret={({ secret, warning }) => ({
        title: 'Webhook secret',
        label: 'Secret',
        secret,
        use: (
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

type WebhookFormProps = Omit<AddWebhookProps, 'sentWhen'> & { onMade: (made: NewWebhook) => void }

function WebhookForm({ add, isForNotices, onMade }: WebhookFormProps) {
  const [url, setUrl] = useState('')
  const [skillName, setSkillName] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useAction(setError)

  function submit(event: FormEvent) {
    event.preventDefault()
    start(() => add({ url, skillName }), onMade)
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
