import type { CreditRequest } from '#lib/money/credit-requests.ts'
import { countryName } from '#lib/money/model/countries.ts'
import type { RequestedPayout } from '#lib/money/payouts/list-payouts.ts'
import type { PayeeDetails } from '#lib/money/payouts/payee.ts'
import { Usdc } from '../ui/amount.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'
import { MoneyForm, type MoneyFormProps } from './money-form.tsx'

type Send = MoneyFormProps['send']

type OpenPayoutsProps = { payouts: RequestedPayout[]; pay: Send; decline: Send }

export function OpenPayouts({ payouts, pay, decline }: OpenPayoutsProps) {
  return (
    <section aria-labelledby="open-payouts" className="grid grid-cols-1 gap-4">
      <h2 id="open-payouts" className="font-semibold text-base tracking-tight">
        Requested payouts
      </h2>
      <CardList>
        {payouts.map(({ id, amount, organisationName, requestedAtMs, payee }) => (
          <li key={id} className="grid gap-5 px-5 py-5 text-sm">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="font-medium [overflow-wrap:anywhere]">
                <Usdc value={amount} /> to {organisationName}
              </span>
              <span className="text-muted-foreground">
                <Time at={requestedAtMs} />
              </span>
            </div>
            {payee ? (
              <PayeeFacts payee={payee} />
            ) : (
              <p className="text-muted-foreground">
                This server cannot decrypt to whom to pay: its master key is missing.
              </p>
            )}
            <MoneyForm
              fields={[
                {
                  name: 'note',
                  label: 'Reference of the payment',
                  help: 'Enter it after you have paid. It appears on the statement.',
                },
              ]}
              hidden={{ id }}
              submit="Mark as paid"
              send={pay}
            />
            <details>
              <summary className="cursor-pointer text-muted-foreground">Decline instead</summary>
              <div className="pt-4">
                <MoneyForm
                  fields={[{ name: 'note', label: 'Reason', help: 'The publisher reads it.' }]}
                  hidden={{ id }}
                  submit="Decline"
                  send={decline}
                />
              </div>
            </details>
          </li>
        ))}
      </CardList>
    </section>
  )
}

export function PayeeFacts({ payee }: { payee: PayeeDetails }) {
  const facts = [
    ['Payee', payee.name],
    ['Address', payee.address],
    ['Country', countryName(payee.country)],
    ['Tax number', payee.taxNumber],
    ['Pay to', payee.payTo],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

type OpenCreditProps = { requests: CreditRequest[]; grant: Send; decline: Send }

export function OpenCreditRequests({ requests, grant, decline }: OpenCreditProps) {
  return (
    <section aria-labelledby="open-credit" className="grid grid-cols-1 gap-4">
      <h2 id="open-credit" className="font-semibold text-base tracking-tight">
        Requests for credit
      </h2>
      <CardList>
        {requests.map(({ id, organisationId, organisationName, personName, email, amount, reason, atMs }) => (
          <li key={id} className="grid gap-5 px-5 py-5 text-sm">
            <div className="grid gap-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="font-medium [overflow-wrap:anywhere]">{organisationName}</span>
                <span className="text-muted-foreground">
                  <Time at={atMs} />
                </span>
              </div>
              <span className="text-muted-foreground [overflow-wrap:anywhere]">
                {personName}, {email}
              </span>
              {reason && <p className="[overflow-wrap:anywhere]">{reason}</p>}
            </div>
            <MoneyForm
              fields={[
                { name: 'amount', label: 'USDC', inputMode: 'decimal', value: amount ?? '' },
                { name: 'note', label: 'Reason', help: 'Shown on their statement.' },
              ]}
              hidden={{ organisationId, requestId: id }}
              submit="Grant"
              send={grant}
            />
            <details>
              <summary className="cursor-pointer text-muted-foreground">Decline instead</summary>
              <div className="pt-4">
                <MoneyForm
                  fields={[{ name: 'note', label: 'Reason', help: 'The person who asked reads it.' }]}
                  hidden={{ id }}
                  submit="Decline"
                  send={decline}
                />
              </div>
            </details>
          </li>
        ))}
      </CardList>
    </section>
  )
}
