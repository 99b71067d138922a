import { randomUUID } from 'node:crypto'
import { ChevronDown } from 'lucide-react'
import type { Metadata } from 'next'
import { SearchForm } from '#components/admin/search-form.tsx'
import { MoneyForm, type MoneyFormProps } from '#components/money/money-form.tsx'
import { OpenCreditRequests, OpenPayouts } from '#components/money/open-requests.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Amount, Usdc } from '#components/ui/amount.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { CardList } from '#components/ui/link-rows.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { listCreditRequests } from '#lib/money/credit-requests.ts'
import { findOrganisations, getLedgerOverview, type OrganisationChoice } from '#lib/money/ledger-overview.ts'
import { listOpenPayouts } from '#lib/money/payouts/list-payouts.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { declineCredit, declinePayout, grantCredit, payPayout, recordPayout, refundRun } from './actions.ts'

export const metadata: Metadata = { title: 'Money' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MoneyPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const params = toSearchParams(await searchParams)
  const q = params.get('q') ?? ''
  const [ledger, found, payouts, requests] = await orNotFound(
    Promise.all([
      getLedgerOverview(ctx),
      findOrganisations(ctx, q),
      listOpenPayouts(ctx),
      listCreditRequests(ctx),
    ]),
  )

  return (
    <Page
      width="reading"
      className="gap-8"
      title="Money"
      description="All fees, grants, payouts and refunds on this site. Every action is recorded in the audit log."
    >
      {ledger.total !== '0' && (
        <Alert variant="destructive" title="The ledger does not balance">
          All accounts add up to <Usdc value={ledger.total} /> instead of 0. Stop paid runs and find out what
          changed the database.
        </Alert>
      )}
      <Facts
        facts={[
          {
            label: 'Fees',
            value: <Usdc value={ledger.fees} />,
            note: `${ledger.feePercent}% of each price.`,
          },
          {
            label: 'Granted',
            value: <Usdc value={ledger.granted} />,
            note: (
              <>
                Plus <Amount value={ledger.promoted} /> in welcome credit.
              </>
            ),
          },
          {
            label: 'Paid out',
            value: <Usdc value={ledger.paidOut} />,
            note: 'From publishers’ earnings.',
          },
        ]}
      />
      {payouts.length > 0 && <OpenPayouts payouts={payouts} pay={payPayout} decline={declinePayout} />}
      {requests.length > 0 && (
        <OpenCreditRequests requests={requests} grant={grantCredit} decline={declineCredit} />
      )}
      <section aria-labelledby="organisations" className="grid grid-cols-1 gap-4">
        <h2 id="organisations" className="font-semibold text-base tracking-tight">
          Organisations
        </h2>
        <SearchForm action={paths.money} label="Name, or a member’s email" q={q} />
        <OrganisationMoney
          organisations={found.map((organisation) => ({ ...organisation, reference: randomUUID() }))}
          actions={{ grant: grantCredit, recordPayout }}
        />
      </section>
      <Refund runId={params.get('run') ?? ''} />
    </Page>
  )
}

type OrganisationMoneyProps = {
  /** Idempotency key of this rendered form, so that submitting it twice grants once. */
  organisations: (OrganisationChoice & { reference: string })[]
  actions: { grant: MoneyFormProps['send']; recordPayout: MoneyFormProps['send'] }
}

function OrganisationMoney({ organisations, actions }: OrganisationMoneyProps) {
  if (organisations.length === 0)
    return <p className="text-muted-foreground text-sm">No organisations match.</p>
  return (
    <CardList>
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
                  <Usdc value={balance} />
                  {earnings !== '0' && (
                    <span className="text-xs">
                      earned <Amount value={earnings} />
                    </span>
                  )}
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
                  { name: 'note', label: 'Reason', help: 'Shown on their statement.' },
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
                    { name: 'note', label: 'Reference', help: 'For example, the transfer number.' },
                  ]}
                  hidden={{ organisationId: id, reference }}
                  submit="Record payout"
                  send={actions.recordPayout}
                />
              )}
            </div>
          </details>
        </li>
      ))}
    </CardList>
  )
}

function Refund({ runId }: { runId: string }) {
  return (
    <SectionCard
      id="refund"
      title="Refund a run"
      description={
        <>
          Refunds the full price: the publisher’s share from their earnings and the platform fee. A run can be
          refunded once. Find it under <TextLink href={paths.activity}>Activity</TextLink>, by skill, person,
          organisation or day.
        </>
      }
    >
      <MoneyForm
        key={runId}
        fields={[
          { name: 'runId', label: 'Run ID', placeholder: 'run_…', value: runId },
          { name: 'note', label: 'Reason', help: 'Shown on both statements.' },
        ]}
        submit="Refund"
        send={refundRun}
      />
    </SectionCard>
  )
}
