import type { Metadata } from 'next'
import { Page } from '#components/shell/page.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { MoneyFacts } from '#components/wallet/money-facts.tsx'
import { MoneyForm } from '#components/wallet/money-form.tsx'
import { Statement } from '#components/wallet/statement.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { getStatement } from '#lib/ledger/statement.ts'
import { getWallet } from '#lib/ledger/wallet.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { setDailyCap } from './actions.ts'

export const metadata: Metadata = { title: 'Wallet' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WalletPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const query = Object.fromEntries(searchParamsOf(await searchParams))
  const [wallet, page] = await orNotFound(Promise.all([getWallet(ctx), getStatement(ctx, 'wallet', query)]))

  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        title="Wallet"
        description={`What ${wallet.organisationName} pays for runs with. A price is put aside when a run starts, and paid only when its result keeps the contract; otherwise it comes back at once.`}
      />
      <MoneyFacts
        facts={[
          {
            label: 'Balance',
            value: `${wallet.balance} USDC`,
            note: 'Filled by an admin of this Guildhall.',
          },
          { label: 'Put aside', value: `${wallet.held} USDC`, note: 'For runs that have not ended.' },
          {
            label: 'Spent today',
            value: `${wallet.spentToday} USDC`,
            note:
              wallet.dailyCap === null
                ? 'Since midnight UTC; no cap.'
                : `Of ${wallet.dailyCap} a day, since midnight UTC.`,
          },
        ]}
      />
      {wallet.canManage && (
        <Card aria-labelledby="cap">
          <CardHeader>
            <CardTitle id="cap">Cap for a day</CardTitle>
            <CardDescription>
              The most that all runs together may cost between two midnights UTC. A run that would go beyond
              it is refused before it starts. Keys can have caps of their own.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <MoneyForm
              key={wallet.dailyCap}
              fields={[
                {
                  name: 'cap',
                  label: 'USDC a day',
                  help: 'Empty for no cap.',
                  optional: true,
                  inputMode: 'decimal',
                  placeholder: '1.00',
                  value: wallet.dailyCap ?? '',
                },
              ]}
              submit="Save"
              send={setDailyCap}
            />
          </CardContent>
        </Card>
      )}
      <Statement
        of="wallet"
        here={paths.wallet}
        page={page}
        query={query}
        empty="When the wallet is filled, or a run with a price starts, it is listed here."
      />
    </Page>
  )
}
