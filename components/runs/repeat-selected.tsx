'use client'

import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { parseMicros } from '#lib/kernel/money.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { newIdempotencyKey } from '#lib/runs/model/call-options.ts'
import type { RepeatedRuns, RepeatQuote } from '#lib/runs/start/repeat-runs.ts'
import { Usdc } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'

export type RepeatActions = {
  quoteRepeat: (ids: readonly string[]) => Promise<ActionResult<RepeatQuote>>
  repeatRuns: (request: unknown) => Promise<ActionResult<RepeatedRuns>>
}

type RepeatSelectedProps = { ids: readonly string[]; actions: RepeatActions; onDone: () => void }

/** Repeats the selected runs once the person has confirmed the costs. */
export function RepeatSelected({ ids, actions, onDone }: RepeatSelectedProps) {
  const [offer, setOffer] = useState<{ quote: RepeatQuote; idempotencyKey: string }>()
  const [isQuoting, startQuoting] = useAction()
  const requestQuote = () =>
    startQuoting(
      () => actions.quoteRepeat(ids),
      (quoted) => setOffer({ quote: quoted, idempotencyKey: newIdempotencyKey() }),
    )
  function report({ started, refused }: RepeatedRuns) {
    if (started.length > 0) toast.success(`${plural(started.length, 'run')} started.`)
    for (const { error } of refused) toast.error(error.message)
    onDone()
  }
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        disabled={ids.length === 0}
        pending={isQuoting}
        onClick={requestQuote}
      >
        <RotateCw aria-hidden /> Repeat
      </Button>
      {offer && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setOffer(undefined)}
          title={`Repeat ${plural(offer.quote.count, 'run')}?`}
          description={<QuoteText quote={offer.quote} />}
          confirmLabel={offer.quote.total === '0' ? 'Repeat' : `Repeat for up to ${offer.quote.total} USDC`}
          destructive={false}
          onConfirm={() =>
            actions.repeatRuns({ ids, total: offer.quote.total, idempotencyKey: offer.idempotencyKey })
          }
          onDone={report}
        />
      )}
    </>
  )
}

function QuoteText({ quote: { total, balance } }: { quote: RepeatQuote }) {
  const inputs = 'Each runs again in the background, with the same input and version.'
  if (total === '0') return <p>{inputs} This is free.</p>
  return (
    <p>
      {inputs} Together they cost up to <Usdc value={total} />; your balance is <Usdc value={balance} />. You
      pay only for results that match the contract.
      {parseMicros(balance) < parseMicros(total) && ' The balance does not cover all of them.'}
    </p>
  )
}
