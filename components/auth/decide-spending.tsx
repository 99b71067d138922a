'use client'

import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import type { ConfirmationView } from '#lib/money/confirm-spending.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

type DecideSpendingProps = {
  confirmation: ConfirmationView
  decide: (id: string, isConfirmed: boolean) => Promise<ActionResult<void>>
}

export function DecideSpending({ confirmation, decide }: DecideSpendingProps) {
  const { skillName, amount, keyChain, createdAtMs } = confirmation
  return (
    <div className="grid gap-5 rounded-lg border border-border bg-card p-5 shadow-xs">
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted-foreground">Skill</dt>
        <dd className="[overflow-wrap:anywhere]">
          <TextLink href={skillNamePath(skillName)}>{skillName}</TextLink>
        </dd>
        <dt className="text-muted-foreground">Costs at most</dt>
        <dd className="font-medium tabular-nums">
          <Amount value={amount} /> USDC
        </dd>
        <dt className="text-muted-foreground">API key</dt>
        <dd className="[overflow-wrap:anywhere]">{keyChain.join(' → ')}</dd>
        <dt className="text-muted-foreground">Asked</dt>
        <dd>
          <Time at={createdAtMs} />
        </dd>
      </dl>
      <Decision confirmation={confirmation} decide={decide} />
    </div>
  )
}

function Decision({ confirmation: { id, state, expiresAtMs, runId }, decide }: DecideSpendingProps) {
  const [isBusy, start] = useAction()
  if (state === 'waiting')
    return (
      <div className="grid gap-3">
        <p className="text-muted-foreground text-sm">
          The program repeats the call once you have confirmed it: with this input, and once. Until{' '}
          <Time at={expiresAtMs} />.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button disabled={isBusy} onClick={() => start(() => decide(id, true), 'The call is confirmed.')}>
            Confirm the call
          </Button>
          <Button
            variant="outline"
            disabled={isBusy}
            onClick={() => start(() => decide(id, false), 'The call is refused.')}
          >
            Refuse
          </Button>
        </div>
      </div>
    )
  return (
    <p className="text-sm">
      {STATES[state]}
      {runId && (
        <>
          {' '}
          <TextLink href={paths.run(runId)}>Show its run</TextLink>.
        </>
      )}
    </p>
  )
}

const STATES = {
  confirmed: 'You or someone else of the organisation confirmed this call.',
  refused: 'This call was refused.',
  expired: 'Nobody decided on this call within a day, so it was not made.',
} as const satisfies Record<Exclude<ConfirmationView['state'], 'waiting'>, string>
