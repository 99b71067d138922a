import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { MoneyFacts } from '#components/wallet/money-facts.tsx'
import { MoneyForm } from '#components/wallet/money-form.tsx'
import { OrganisationMoney } from '#components/wallet/organisation-money.tsx'
import { OrganisationSearch } from '#components/wallet/organisation-search.tsx'
import { findOrganisations, getLedgerOverview } from '#lib/ledger/ledger-overview.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { grant, recordPayout, refundRun } from './actions.ts'

export const metadata: Metadata = { title: 'Money' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MoneyPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const q = searchParamsOf(await searchParams).get('q') ?? ''
  const [ledger, found] = await orNotFound(Promise.all([getLedgerOverview(ctx), findOrganisations(ctx, q)]))

  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        title="Money"
        description="All money in this Guildhall: fees, grants, payouts and refunds. Every action is recorded in the audit log."
      />
      {ledger.total !== '0' && (
        <Alert variant="destructive" title="The ledger does not add up">
          The sum of all accounts is {ledger.total} USDC; it has to be 0. Stop paid runs and look for who
          wrote into the database.
        </Alert>
      )}
      <MoneyFacts
        facts={[
          { label: 'Fees', value: `${ledger.fees} USDC`, note: `${ledger.feePercent} % of each price.` },
          {
            label: 'Granted',
            value: `${ledger.granted} USDC`,
            note: `Plus ${ledger.promoted} of welcome credit.`,
          },
          { label: 'Paid out', value: `${ledger.paidOut} USDC`, note: 'From publishers’ earnings.' },
        ]}
      />
      <section aria-labelledby="organisations" className="grid grid-cols-1 gap-4">
        <h2 id="organisations" className="font-semibold text-base tracking-tight">
          Organisations
        </h2>
        <OrganisationSearch q={q} />
        <OrganisationMoney
          organisations={found.map((each) => ({ ...each, reference: randomUUID() }))}
          actions={{ grant, recordPayout }}
        />
      </section>
      <Card aria-labelledby="refund">
        <CardHeader>
          <CardTitle id="refund">Refund a run</CardTitle>
          <CardDescription>
            Returns the full cost: the publisher’s share from their earnings, and our fee. A run can be
            refunded once.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <MoneyForm
            fields={[
              { name: 'runId', label: 'Run ID', placeholder: 'run_…' },
              { name: 'note', label: 'Reason', help: 'Shown on both statements.' },
            ]}
            submit="Refund"
            send={refundRun}
          />
        </CardContent>
      </Card>
    </Page>
  )
}
