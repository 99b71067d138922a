import type { Metadata } from 'next'
import { MoneyForm } from '#components/money/money-form.tsx'
import { StatementTable } from '#components/money/statement.tsx'
import { Page } from '#components/shell/page.tsx'
import { Usdc } from '#components/ui/amount.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { feePercent } from '#lib/money/fee.ts'
import { getStatement } from '#lib/money/get-statement.ts'
import { getWallet } from '#lib/money/wallet.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { moveEarnings } from './actions.ts'

export const metadata: Metadata = { title: 'Earnings' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function EarningsPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const query = Object.fromEntries(toSearchParams(await searchParams))
  const [wallet, page] = await orNotFound(Promise.all([getWallet(ctx), getStatement(ctx, 'earnings', query)]))

  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title="Earnings"
      description={`What ${wallet.organisationName} earned from its skills: the price of each successful run, minus a ${feePercent()}% platform fee.`}
    >
      <Facts
        facts={[
          {
            label: 'Earnings',
            value: <Usdc value={wallet.earnings} />,
            note: 'Paid out by an admin, or moved to the wallet.',
          },
          {
            label: 'Wallet balance',
            value: <Usdc value={wallet.balance} />,
            note: 'Pays for your own runs.',
          },
        ]}
      />
      {wallet.canManage && wallet.earnings !== '0' && (
        <SectionCard id="move" title="Move to wallet" description="Use your earnings to pay for runs.">
          <MoneyForm
            fields={[{ name: 'amount', label: 'USDC', inputMode: 'decimal', placeholder: wallet.earnings }]}
            submit="Move"
            send={moveEarnings}
          />
        </SectionCard>
      )}
      <StatementTable
        account="earnings"
        here={paths.earnings}
        page={page}
        query={query}
        empty="Set a price for a skill in the studio. Each successful paid run then appears here with your earnings."
      />
    </Page>
  )
}
