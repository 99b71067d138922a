import { paths } from '#lib/kernel/site/paths.ts'
import type { PayoutView } from '#lib/money/payouts/list-payouts.ts'
import { Usdc } from '../ui/amount.tsx'
import { Badge } from '../ui/badge.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'
import { MoneyForm, type MoneyFormProps } from './money-form.tsx'

export const PAYOUT_STATES = {
  requested: { label: 'Requested', variant: 'warning' },
  paid: { label: 'Paid', variant: 'success' },
  declined: { label: 'Declined', variant: 'destructive' },
  withdrawn: { label: 'Withdrawn', variant: 'neutral' },
} as const satisfies Record<PayoutView['state'], { label: string; variant: string }>

type PayoutListProps = { payouts: PayoutView[]; withdraw: MoneyFormProps['send'] }

/** The payouts of an organisation, newest first. */
export function PayoutList({ payouts, withdraw }: PayoutListProps) {
  return (
    <section aria-labelledby="payouts" className="grid grid-cols-1 gap-4">
      <h2 id="payouts" className="font-semibold text-base tracking-tight">
        Payouts
      </h2>
      <CardList>
        {payouts.map(({ id, amount, state, note, requestedAtMs, decidedAtMs }) => (
          <li key={id} className="grid gap-3 px-5 py-4 text-sm">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="flex items-center gap-2.5">
                <span className="font-medium tabular-nums">
                  <Usdc value={amount} />
                </span>
                <Badge variant={PAYOUT_STATES[state].variant}>{PAYOUT_STATES[state].label}</Badge>
              </span>
              <span className="text-muted-foreground">
                <Time at={decidedAtMs ?? requestedAtMs} />
              </span>
            </div>
            {note && <p className="text-muted-foreground [overflow-wrap:anywhere]">{note}</p>}
            {state === 'requested' ? (
              <MoneyForm fields={[]} hidden={{ id }} submit="Withdraw" send={withdraw} />
            ) : (
              state === 'paid' && (
                <p>
                  <TextLink href={paths.payout(id)}>Statement</TextLink>
                </p>
              )
            )}
          </li>
        ))}
      </CardList>
    </section>
  )
}
