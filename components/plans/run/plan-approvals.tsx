'use client'

import { Check, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { PlanApprovalView, PlanRunView } from '#lib/plans/views/plan-run-view.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/forms/field.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

export type DecideApproval = (
  id: string,
  request: { stepId: string; decision: 'approve' | 'refuse'; note?: string },
) => Promise<ActionResult<void>>

/** The steps that wait for a person, and those on which one has decided. */
export function Approvals({ run, decide }: { run: PlanRunView; decide: DecideApproval }) {
  return run.approvals.map((approval) => {
    const number = run.steps.findIndex(({ stepId }) => stepId === approval.stepId) + 1
    if (approval.state === 'waiting' && run.state === 'waiting')
      return (
        <Alert
          key={approval.stepId}
          variant="warning"
          title={`Step ${number} waits for the approval of ${approval.by === 'members' ? 'a member' : 'an admin'}`}
        >
          <p>{approval.message ?? run.steps[number - 1]?.preview}</p>
          <p>
            Without a decision, the plan stops <Time at={approval.expiresAtMs} />.
          </p>
          {approval.canDecide && (
            <DecisionForm
              decide={(decision, note) => decide(run.id, { ...decision, stepId: approval.stepId, ...note })}
            />
          )}
        </Alert>
      )
    return <Decided key={approval.stepId} approval={approval} number={number} />
  })
}

function Decided({ approval, number }: { approval: PlanApprovalView; number: number }) {
  const { state, decidedBy, decidedAtMs, note } = approval
  if (state === 'waiting' || decidedAtMs === undefined) return null
  return (
    <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
      Step {number} was {state === 'expired' ? 'not decided in time' : `${state} by ${decidedBy}`}{' '}
      <Time at={decidedAtMs} />
      {note !== undefined && `: ${note}`}
    </p>
  )
}

type DecisionFormProps = {
  decide: (
    decision: { decision: 'approve' | 'refuse' },
    note: { note?: string },
  ) => Promise<ActionResult<void>>
}

function DecisionForm({ decide }: DecisionFormProps) {
  const [note, setNote] = useState('')
  const [pending, run] = useAction()
  const router = useRouter()
  const perform = (decision: 'approve' | 'refuse') =>
    run(
      () => decide({ decision }, note.trim() ? { note: note.trim() } : {}),
      () => router.refresh(),
    )
  return (
    <div className="grid gap-3 pt-2">
      <TextareaField label="Note" optional rows={2} maxLength={1000} value={note} onChange={setNote} />
      <span className="flex flex-wrap gap-2">
        <Button pending={pending} onClick={() => perform('approve')}>
          <Check aria-hidden /> Approve
        </Button>
        <Button variant="outline" pending={pending} onClick={() => perform('refuse')}>
          <X aria-hidden /> Refuse
        </Button>
      </span>
    </div>
  )
}
