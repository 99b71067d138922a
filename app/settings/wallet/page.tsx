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
        description={`Pays for the runs of ${wallet.organisationName}. The price is reserved when a run starts and charged only if the result keeps the contract; otherwise it is released at once.`}
      />
      <MoneyFacts
        facts={[
          {
            label: 'Balance',
            value: `${wallet.balance} USDC`,
            note: 'Topped up by an admin of this Guildhall.',
          },
          { label: 'Reserved', value: `${wallet.held} USDC`, note: 'For runs still in progress.' },
          {
            label: 'Spent today',
            value: `${wallet.spentToday} USDC`,
            note:
              wallet.dailyCap === null
                ? 'Since midnight UTC; no daily cap.'
                : `Of ${wallet.dailyCap} a day, since midnight UTC.`,
          },
        ]}
      />
      {wallet.canManage && (
        <Card aria-labelledby="cap">
          <CardHeader>
            <CardTitle id="cap">Daily cap</CardTitle>
            <CardDescription>
              The most that all runs together may cost per day (UTC). A run that would exceed it is refused
              before it starts. API keys can have their own caps.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <MoneyForm
              key={wallet.dailyCap}
              fields={[
                {
                  name: 'cap',
                  label: 'USDC per day',
                  help: 'Leave empty for no cap.',
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
        empty="Top-ups and paid runs are listed here."
      />
    </Page>
  )
}
