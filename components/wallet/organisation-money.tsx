import { ChevronDown } from 'lucide-react'
import type { OrganisationChoice } from '#lib/ledger/ledger-overview.ts'
import { MoneyForm, type MoneyFormProps } from './money-form.tsx'

type OrganisationMoneyProps = {
  /** `reference` is of this showing of the form: sent twice, it gives once. */
  organisations: (OrganisationChoice & { reference: string })[]
  actions: { grant: MoneyFormProps['send']; recordPayout: MoneyFormProps['send'] }
}

/** What each organisation has, and under it the ways to give or pay out. */
export function OrganisationMoney({ organisations, actions }: OrganisationMoneyProps) {
  if (organisations.length === 0)
    return <p className="text-muted-foreground text-sm">No organisation has this name.</p>
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {organisations.map(({ id, name, people, balance, earnings, reference }) => (
        <li key={id}>
          <details className="group">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-4 px-5 py-3.5 text-sm hover:bg-muted/50 [&::-webkit-details-marker]:hidden">
              <span className="grid min-w-0">
                <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
                <span className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{people}</span>
              </span>
              <span className="flex shrink-0 items-center gap-3 text-muted-foreground tabular-nums">
                <span className="grid justify-items-end">
                  {balance} USDC
                  {earnings !== '0' && <span className="text-xs">earned {earnings}</span>}
                </span>
                <ChevronDown
                  aria-hidden
                  className="size-4 shrink-0 transition-transform group-open:rotate-180"
                />
              </span>
            </summary>
            <div className="grid gap-6 border-border border-t px-5 py-5">
              <MoneyForm
                key={`grant ${balance}`}
                fields={[
                  { name: 'amount', label: 'USDC', inputMode: 'decimal', placeholder: '5' },
                  { name: 'note', label: 'What for', help: 'Shown on their statement.' },
                ]}
                hidden={{ organisationId: id, reference }}
                submit="Grant"
                send={actions.grant}
              />
              {earnings !== '0' && (
                <MoneyForm
                  key={`payout ${earnings}`}
                  fields={[
                    { name: 'amount', label: 'USDC paid out', inputMode: 'decimal', placeholder: earnings },
                    { name: 'note', label: 'How', help: 'For example, the transfer number.' },
                  ]}
                  hidden={{ organisationId: id, reference }}
                  submit="Record the payout"
                  send={actions.recordPayout}
                />
              )}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
