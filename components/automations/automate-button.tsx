'use client'

import { CalendarClock } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { WEEKLY } from '#lib/automation-model/schedule-pattern.ts'
import type { CreatedAutomation } from '#lib/automations/manage-automations.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import type { Json } from '#lib/json/json.ts'
import { paths } from '#lib/site/paths.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { SecretShownOnce } from '../ui/dialogs/secret-dialogs.tsx'
import type { SentAutomation } from './automation-form.tsx'

// The form computes times, which most visitors of a page never need.
const AutomationForm = lazy(async () => ({ default: (await import('./automation-form.tsx')).AutomationForm }))

type Target = { skill: string; version?: string } | { plan: string }

export type CreateAutomation = (wanted: SentAutomation & Target) => Promise<ActionResult<CreatedAutomation>>

type AutomateButtonProps = {
  target: Target
  title: string
  /** The input of its runs; absent for a plan. */
  input?: Json
  parameters?: string[]
  maxPrice?: string
  create: CreateAutomation
  size?: ButtonProps['size']
}

/** Opens the form for a new automation; a webhook then shows its address and secret once. */
export function AutomateButton(props: AutomateButtonProps) {
  const { target, title, input, parameters = [], maxPrice = '0', create, size } = props
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<CreatedAutomation>()
  const router = useRouter()

  function open(next: boolean) {
    if (!next && made) router.push(paths.automation(made.id))
    setOpen(next)
  }
  function finish(created: CreatedAutomation | null) {
    if (created?.secret) setMade(created)
    else if (created) router.push(paths.automation(created.id))
  }
  const draft = {
    title,
    trigger: { kind: 'cron', cron: WEEKLY.cron, missed: 'skip' } as const,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    maxPrice,
    ...(input !== undefined && { input }),
  }
  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" size={size}>
          <CalendarClock aria-hidden /> Automate
        </Button>
      </DialogTrigger>
      {isOpen && !made && (
        <DialogContent
          title="New automation"
          description={
            'plan' in target
              ? 'Runs this plan automatically.'
              : 'Runs this skill automatically, with the input from the form.'
          }
        >
          <Suspense>
            <AutomationForm
              draft={draft}
              parameters={parameters}
              verb="Create automation"
              send={(wanted) => create({ ...wanted, ...target })}
              onDone={finish}
            />
          </Suspense>
        </DialogContent>
      )}
      {made?.secret && <WebhookSecret id={made.id} secret={made.secret} onDone={() => open(false)} />}
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
