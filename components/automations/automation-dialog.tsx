'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { CreatedAutomation } from '#lib/automations/manage-automations.ts'
import { WEEKLY } from '#lib/automations/model/schedule-pattern.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { SecretShownOnce } from '../ui/dialogs/secret-dialogs.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { AutomationForm, type SentAutomation } from './automation-form.tsx'
import { WebhookToken } from './webhook-token.tsx'

type Target = { skill: string; version?: string } | { plan: string }

export type CreateAutomation = (request: SentAutomation & Target) => Promise<ActionResult<CreatedAutomation>>

export type NewAutomation = {
  target: Target
  title: string
  input?: Json
  schema?: JsonSchema
  maxPrice?: string
  create: CreateAutomation
}

type AutomationDialogProps = NewAutomation & { onClose: () => void }

/** Creates an automation. One with a webhook then shows its address and secret, once. */
export function AutomationDialog(props: AutomationDialogProps) {
  const { target, title, input, schema, maxPrice = '0', create, onClose } = props
  const [created, setCreated] = useState<CreatedAutomation>()
  const router = useRouter()

  function close() {
    if (created) router.push(paths.automation(created.id))
    onClose()
  }
  function finish(result: CreatedAutomation) {
    if (result.secret) setCreated(result)
    else router.push(paths.automation(result.id))
  }
  const draft = {
    title,
    trigger: { kind: 'cron', cron: WEEKLY.cron, missed: 'skip' } as const,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    maxPrice,
    ...(input !== undefined && { input }),
  }
  return (
    <Dialog open onOpenChange={(next) => !next && close()}>
      {!created && (
        <DialogContent
          title="New automation"
          className="max-w-xl"
          description={
            'plan' in target
              ? 'Runs this plan automatically.'
              : 'Runs this skill automatically, with the input below.'
          }
        >
          <AutomationForm
            draft={draft}
            schema={schema}
            submitLabel="Create automation"
            send={(request) => create({ ...request, ...target })}
            onDone={finish}
          />
        </DialogContent>
      )}
      {created?.secret && (
        <WebhookSecret id={created.id} secret={created.secret} token={created.token} onDone={close} />
      )}
    </Dialog>
  )
}

type WebhookSecretProps = { id: string; secret: string; token?: string; onDone: () => void }

function WebhookSecret({ id, secret, token, onDone }: WebhookSecretProps) {
  const address = `${window.location.origin}${paths.automationEvents(id)}`
  return (
    <DialogContent title="Webhook" className="max-w-2xl">
      {token && <WebhookToken address={address} token={token} />}
      <SecretShownOnce title="Or sign the messages" label="Secret" text={secret}>
        For senders that can sign as in{' '}
        <TextLink href={`${paths.docs}/automations#webhooks`}>Standard Webhooks</TextLink>: nobody who sees a
        message can send another. Copy the secret now, too.
      </SecretShownOnce>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
