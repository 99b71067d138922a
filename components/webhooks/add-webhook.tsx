'use client'

import { type FormEvent, useState, useTransition } from 'react'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { FormError } from '../account/form-error.tsx'
import { errorsAt, type FormState } from '../account/form-state.ts'
import { Button } from '../ui/button.tsx'
import { DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { MakeAndShow } from '../ui/make-and-show.tsx'

type Wanted = { url: string; skillName: string }
type AddWebhookProps = { add: (wanted: Wanted) => Promise<ActionResult<{ secret: string }>> }

/** The button, and the dialog in which a webhook is added and its secret shown this once. */
export function AddWebhook({ add }: AddWebhookProps) {
  return (
    <MakeAndShow<string>
      verb="Add webhook"
      title="Add a webhook"
      description="It gets a POST with the run as JSON when a run has ended."
      form={(onMade) => <WebhookForm add={add} onMade={onMade} />}
      shown={(secret) => ({
        title: 'The webhook’s secret',
        label: 'Secret',
        secret,
        use: (
          <>
            Check each message with it before you believe it: any library of Standard Webhooks does, by the
            headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>
            .
          </>
        ),
      })}
    />
  )
}

function WebhookForm({ add, onMade }: AddWebhookProps & { onMade: (secret: string) => void }) {
  const [url, setUrl] = useState('')
  const [skillName, setSkillName] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()

  function submit(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const result = await add({ url, skillName })
      if (result.ok) onMade(result.data.secret)
      else setError(result.error)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/url', '/skillName']} />
      <Field
        label="Address"
        help="In the public internet; begins with https://."
        errors={errorsAt(error, '/url')}
      >
        {(wired) => (
          <Input
            {...wired}
            type="url"
            autoComplete="off"
            placeholder="https://example.com/guildhall"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Only this skill"
        optional
        help="As publisher.skillset.skill. Empty for every skill."
        errors={errorsAt(error, '/skillName')}
      >
        {(wired) => (
          <Input
            {...wired}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            placeholder="guildhall.text_tools.text_statistics"
            value={skillName}
            onChange={(event) => setSkillName(event.target.value)}
          />
        )}
      </Field>
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Add webhook
        </Button>
      </DialogFooter>
    </form>
  )
}
