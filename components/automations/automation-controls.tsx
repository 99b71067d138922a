'use client'

import { Pause, Play, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { AutomationView } from '#lib/automations/automation-view.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useAction } from '../ui/use-action.ts'

type Act = (id: string) => Promise<ActionResult<unknown>>

type AutomationActs = { pause: Act; resume: Act; runNow: Act; remove: Act }

export function AutomationControls({
  automation,
  acts,
}: {
  automation: AutomationView
  acts: AutomationActs
}) {
  const { id, title, isPaused } = automation
  const [pending, start] = useAction()
  const router = useRouter()
  const run = (act: Act, done: string) => start(() => act(id), done)
  return (
    <>
      <Button pending={pending} onClick={() => run(acts.runNow, 'It will run in a moment.')}>
        <Play aria-hidden /> Run now
      </Button>
      <Button
        variant="outline"
        pending={pending}
        onClick={() => (isPaused ? run(acts.resume, 'Resumed.') : run(acts.pause, 'Paused.'))}
      >
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <ConfirmDialog
        title={`Delete “${title}”?`}
        description="It will not run again, and its list of runs will be deleted. The runs themselves stay."
        confirmLabel="Delete"
        onConfirm={() => acts.remove(id)}
        onDone={() => router.push(paths.automations)}
      >
        <Button variant="ghost" size="icon" aria-label={`Delete ${title}`}>
          <Trash2 aria-hidden />
        </Button>
      </ConfirmDialog>
    </>
  )
}
