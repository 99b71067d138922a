'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { AppealState } from '#lib/publishing/review/appeals/appeals.ts'
import { Button } from '../../../ui/button.tsx'
import { ReasonDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'

type AppealButtonProps = {
  title: string
  state: AppealState
  open: (text: string) => Promise<ActionResult<string>>
}

/** Opens the publisher's appeal against a decision, or leads to it. */
export function AppealButton({ title, state, open }: AppealButtonProps) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  if (state.kind === 'none') return null
  if (state.kind === 'appealed')
    return (
      <p className="text-sm">
        <TextLink href={paths.appeal(state.id)}>
          {state.isOpen ? 'Your appeal waits for a decision' : 'Your appeal was decided'}
        </TextLink>
      </p>
    )
  return (
    <div className="grid gap-1.5">
      <Button variant="outline" className="w-fit" onClick={() => setOpen(true)}>
        Appeal…
      </Button>
      <p className="text-pretty text-muted-foreground text-sm">
        {state.decider} Possible until <Time at={state.untilMs} style="day" />.
      </p>
      {isOpen && (
        <ReasonDialog
          title={`Appeal against the decision on ${title}?`}
          description={`${state.decider} There is one appeal against a decision, and its outcome is final.`}
          field={{
            label: 'Why the decision is wrong',
            help: 'The admins read this beside the decision and its findings.',
            isRequired: true,
          }}
          confirmLabel="Send the appeal"
          onConfirm={async (text) => {
            const result = await open(text)
            if (result.ok) router.push(paths.appeal(result.data))
            return result
          }}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
