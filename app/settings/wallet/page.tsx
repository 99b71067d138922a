import type { Metadata } from 'next'
import { MoneyForm } from '#components/money/money-form.tsx'
import { RequestCredit } from '#components/money/request-credit.tsx'
import { StatementTable } from '#components/money/statement.tsx'
import { Page } from '#components/shell/page.tsx'
import { Amount, Usdc } from '#components/ui/amount.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { isCreditRequested } from '#lib/money/credit-requests.ts'
import { getStatement } from '#lib/money/get-statement.ts'
import { getWallet } from '#lib/money/wallet.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { requestCredit, setDailyCap } from './actions.ts'

export const metadata: Metadata = { title: 'Wallet' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WalletPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const query = Object.fromEntries(toSearchParams(await searchParams))
  const [wallet, page, isRequested] = await orNotFound(
    Promise.all([getWallet(ctx), getStatement(ctx, 'wallet', query), isCreditRequested(ctx)]),
  )

  return (
    <Page
      width="reading"
      className="gap-8"
      title="Wallet"
      description={`Pays for runs of ${wallet.organisationName}. The price is reserved when a run starts and charged only if the result matches the contract. Otherwise it is released immediately. You pay for each skill that succeeds and delivers its output, even if the run that called it fails later.`}
    >
      <Facts
        facts={[
          {
            label: 'Balance',
            value: <Usdc value={wallet.balance} />,
            note: 'Topped up by a site admin.',
          },
          {
            label: 'Reserved',
            value: <Usdc value={wallet.reserved} />,
            note: 'For runs still in progress.',
          },
          {
            label: 'Spent today',
            value: <Usdc value={wallet.spentToday} />,
            note:
              wallet.dailyCap === null ? (
                'Since midnight UTC; no daily cap.'
              ) : (
                <>
                  Of <Amount value={wallet.dailyCap} /> per day, since midnight UTC.
                </>
              ),
          },
        ]}
      />
      <SectionCard
        id="credit"
        title="Credit"
        description="The admins of this site top up wallets. Amounts are in USDC, a digital dollar: 1 USDC is worth 1 US dollar. Nothing is taken from a card or a bank account."
      >
        <RequestCredit isRequested={isRequested} request={requestCredit} />
      </SectionCard>
      {wallet.canManage && <DailyCap dailyCap={wallet.dailyCap} />}
      <StatementTable
        account="wallet"
        here={paths.wallet}
        page={page}
        query={query}
        empty="Top-ups and paid runs appear here."
      />
    </Page>
  )
}

function DailyCap({ dailyCap }: { dailyCap: string | null }) {
  return (
    <SectionCard
      id="cap"
      title="Daily cap"
      description="The maximum that all runs together can cost per day (UTC). A run that would exceed it is rejected before it starts. API keys can have their own caps."
    >
      <MoneyForm
        key={dailyCap}
        fields={[
          {
            name: 'cap',
            label: 'USDC per day',
            help: 'Leave empty for no cap.',
            optional: true,
            inputMode: 'decimal',
            placeholder: '1.00',
            value: dailyCap ?? '',
          },
        ]}
        submit="Save"
        send={setDailyCap}
      />
    </SectionCard>
  )
}
