'use client'

import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import type { ConfirmationView } from '#lib/money/confirm-spending.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardContent } from '../ui/card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

type DecideSpendingProps = {
  confirmation: ConfirmationView
  decide: (id: string, isConfirmed: boolean) => Promise<ActionResult<void>>
}

export function DecideSpending({ confirmation, decide }: DecideSpendingProps) {
  const { skillName, versionNumber, amount, keyChain, input, createdAtMs } = confirmation
  return (
    <Card>
      <CardContent className="grid gap-5">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-muted-foreground">Skill</dt>
          <dd className="[overflow-wrap:anywhere]">
            <TextLink href={skillNamePath(skillName)}>{skillName}</TextLink>
            {versionNumber && `, version ${versionNumber}`}
          </dd>
          <dt className="text-muted-foreground">Costs at most</dt>
          <dd className="font-medium tabular-nums">
            <Amount value={amount} /> USDC
          </dd>
          <dt className="text-muted-foreground">API key</dt>
          <dd className="[overflow-wrap:anywhere]">{keyChain.join(' → ')}</dd>
          <dt className="text-muted-foreground">Requested</dt>
          <dd>
            <Time at={createdAtMs} />
          </dd>
          {input !== null && (
            <>
              <dt className="text-muted-foreground">Input</dt>
              <dd className="min-w-0">
                <pre className="max-h-64 overflow-auto whitespace-pre-wrap rounded bg-muted p-2 font-mono text-xs [overflow-wrap:anywhere]">
                  {input}
                </pre>
              </dd>
            </>
          )}
        </dl>
        <Decision confirmation={confirmation} decide={decide} />
      </CardContent>
    </Card>
  )
}

function Decision({ confirmation, decide }: DecideSpendingProps) {
  const [isBusy, start] = useAction()
  const { id, state, expiresAtMs } = confirmation
  if (state !== 'waiting') return <Outcome confirmation={confirmation} />
  return (
    <div className="grid gap-3">
      <p className="text-muted-foreground text-sm">
        Once you confirm, the program can make this call once, with the input it sent. The confirmation is
        valid until <Time at={expiresAtMs} style="instant" />.
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
}

function Outcome({ confirmation: { state, expiresAtMs, runId } }: Pick<DecideSpendingProps, 'confirmation'>) {
  if (state === 'confirmed')
    return (
      <p className="text-sm">
        This call was confirmed. The program can repeat it until <Time at={expiresAtMs} style="instant" />.
      </p>
    )
  if (state === 'used')
    return (
      <p className="text-sm">
        This call was confirmed and made.{' '}
        {runId && (
          <>
            <TextLink href={paths.run(runId)}>Show its run</TextLink>.
          </>
        )}
      </p>
    )
  return (
    <p className="text-sm">
      {state === 'refused'
        ? 'This call was refused.'
        : 'This call was not confirmed and repeated within a day, so it was not made.'}
    </p>
  )
}
