'use client'

import { Pause, Play, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { AutomationView } from '#lib/automations/automation-view.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useAction } from '../ui/use-action.ts'

type AutomationAction = (id: string) => Promise<ActionResult<unknown>>

type AutomationActions = {
  pause: AutomationAction
  resume: AutomationAction
  runNow: AutomationAction
  remove: AutomationAction
}

export function AutomationControls({
  automation,
  actions,
}: {
  automation: AutomationView
  actions: AutomationActions
}) {
  const { id, title, isPaused } = automation
  const [pending, start] = useAction()
  const router = useRouter()
  const run = (action: AutomationAction, done: string) => start(() => action(id), done)
  return (
    <>
      <Button pending={pending} onClick={() => run(actions.runNow, 'The automation will run in a moment.')}>
        <Play aria-hidden /> Run now
      </Button>
      <Button
        variant="outline"
        pending={pending}
        onClick={() => (isPaused ? run(actions.resume, 'Resumed.') : run(actions.pause, 'Paused.'))}
      >
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <ConfirmDialog
        title={`Delete “${title}”?`}
        description="The automation will not run again, and the list of its runs will be deleted. The runs themselves stay."
        confirmLabel="Delete"
        onConfirm={() => actions.remove(id)}
        onDone={() => router.push(paths.automations)}
      >
        <Button variant="ghost" size="icon" aria-label={`Delete ${title}`}>
          <Trash2 aria-hidden />
        </Button>
      </ConfirmDialog>
    </>
  )
}
