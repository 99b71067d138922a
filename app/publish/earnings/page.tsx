import type { Metadata } from 'next'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { MoneyFacts } from '#components/wallet/money-facts.tsx'
import { MoneyForm } from '#components/wallet/money-form.tsx'
import { Statement } from '#components/wallet/statement.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { feePercent } from '#lib/ledger/fee.ts'
import { getStatement } from '#lib/ledger/statement.ts'
import { getWallet } from '#lib/ledger/wallet.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { moveEarnings } from './actions.ts'

export const metadata: Metadata = { title: 'Earnings' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function EarningsPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const query = Object.fromEntries(searchParamsOf(await searchParams))
  const [wallet, page] = await orNotFound(Promise.all([getWallet(ctx), getStatement(ctx, 'earnings', query)]))

  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
        title="Earnings"
        description={`What ${wallet.organisationName} earned with its skills: the price of each run whose result kept the contract, minus a ${feePercent()} % platform fee.`}
      />
      <MoneyFacts
        facts={[
          {
            label: 'Earnings',
            value: `${wallet.earnings} USDC`,
            note: 'Paid out by an admin, or moved to the wallet.',
          },
          {
            label: 'Wallet balance',
            value: `${wallet.balance} USDC`,
            note: 'Pays for your own runs.',
          },
        ]}
      />
      {wallet.canManage && wallet.earnings !== '0' && (
        <Card aria-labelledby="move">
          <CardHeader>
            <CardTitle id="move">Move to the wallet</CardTitle>
            <CardDescription>Use earnings to pay for runs of other people’s skills.</CardDescription>
          </CardHeader>
          <CardContent>
            <MoneyForm
              fields={[{ name: 'amount', label: 'USDC', inputMode: 'decimal', placeholder: wallet.earnings }]}
              submit="Move"
              send={moveEarnings}
            />
          </CardContent>
        </Card>
      )}
      <Statement
        of="earnings"
        here={paths.earnings}
        page={page}
        query={query}
        empty="Set a price for a skill in the studio. Each successful run of it is listed here with what you earned."
      />
    </Page>
  )
}
