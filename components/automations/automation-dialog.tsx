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
import { AutomationForm, type SentAutomation } from './automation-form.tsx'

type Target = { skill: string; version?: string } | { plan: string }

export type CreateAutomation = (wanted: SentAutomation & Target) => Promise<ActionResult<CreatedAutomation>>

export type NewAutomation = {
  target: Target
  title: string
  input?: Json
  schema?: JsonSchema
  maxPrice?: string
  create: CreateAutomation
}

type AutomationDialogProps = NewAutomation & { onClose: () => void }

/** A webhook shows its address and secret once. */
export function AutomationDialog(props: AutomationDialogProps) {
  const { target, title, input, schema, maxPrice = '0', create, onClose } = props
  const [made, setMade] = useState<CreatedAutomation>()
  const router = useRouter()

  function close() {
    if (made) router.push(paths.automation(made.id))
    onClose()
  }
  function finish(created: CreatedAutomation) {
    if (created.secret) setMade(created)
    else router.push(paths.automation(created.id))
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
      {!made && (
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
            verb="Create automation"
            send={(wanted) => create({ ...wanted, ...target })}
            onDone={finish}
          />
        </DialogContent>
      )}
      {made?.secret && <WebhookSecret id={made.id} secret={made.secret} onDone={close} />}
    </Dialog>
  )
}

function WebhookSecret({ id, secret, onDone }: { id: string; secret: string; onDone: () => void }) {
  return (
    <DialogContent title="Webhook secret">
      <SecretShownOnce title="Copy it now. You will not see it again." label="Secret" text={secret}>
        Sign every message with this secret (Standard Webhooks) and send the message with POST to{' '}
        <code className="break-all">{`${window.location.origin}${paths.automationEvents(id)}`}</code>
      </SecretShownOnce>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
