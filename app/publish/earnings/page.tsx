import type { Metadata } from 'next'
import { MoneyForm } from '#components/money/money-form.tsx'
import { PayeeForm } from '#components/money/payee-form.tsx'
import { PayoutList } from '#components/money/payout-list.tsx'
import { StatementTable } from '#components/money/statement.tsx'
import { Page } from '#components/shell/page.tsx'
import { Usdc } from '#components/ui/amount.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { parseMicros } from '#lib/kernel/money.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { getStatement } from '#lib/money/get-statement.ts'
import { listCountries } from '#lib/money/model/countries.ts'
import { getOwnPayouts, type OwnPayouts } from '#lib/money/payouts/list-payouts.ts'
import { getWallet, type Wallet } from '#lib/money/wallet.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'
import { moveEarnings, requestPayout, savePayee, withdrawPayout } from './actions.ts'

export const metadata: Metadata = { title: 'Earnings' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function EarningsPage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const query = Object.fromEntries(toSearchParams(await searchParams))
  const [wallet, page, feePercent] = await orNotFound(
    Promise.all([getWallet(ctx), getStatement(ctx, 'earnings', query), readSetting(ctx.db, 'feePercent')]),
  )
  const own = wallet.canManage ? await getOwnPayouts(ctx) : null

  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title="Earnings"
      description={`What ${wallet.organisationName} earned from its skills: the price of each successful run, minus a ${feePercent}% platform fee.`}
    >
      <Facts
        facts={[
          {
            label: 'Earnings',
            value: <Usdc value={wallet.earnings} />,
            note: describeEarnings(wallet, own),
          },
          ...(wallet.requested === '0'
            ? []
            : [
                {
                  label: 'Requested',
                  value: <Usdc value={wallet.requested} />,
                  note: 'Set aside until an admin has paid it.',
                },
              ]),
          ...(wallet.owed === '0'
            ? []
            : [
                {
                  label: 'Owed',
                  value: <Usdc value={wallet.owed} />,
                  note: 'Refunds after a recall. Your earnings repay them first.',
                },
              ]),
          {
            label: 'Wallet balance',
            value: <Usdc value={wallet.balance} />,
            note: 'Pays for your own runs.',
          },
        ]}
      />
      {own && <Payouts own={own} wallet={wallet} />}
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

/** Says what can be done with the earnings here and now. */
function describeEarnings({ canManage, earnings, requested }: Wallet, own: OwnPayouts | null): string {
  if (!canManage) return 'Owners and admins of the organisation can have them paid out.'
  if (!own?.payee) return 'To have them paid out, enter the payee below.'
  if (requested !== '0') return 'A payout is requested. What you earn meanwhile collects here.'
  if (earnings === '0') return 'They can be paid out or moved to the wallet.'
  return 'Request a payout below, or move them to the wallet.'
}

function Payouts({ own, wallet }: { own: OwnPayouts; wallet: Wallet }) {
  const { payee, payouts, minimum, schedule } = own
  const isSmall = parseMicros(wallet.earnings) < parseMicros(minimum) || wallet.earnings === '0'
  return (
    <>
      {payee && wallet.requested === '0' && (
        <SectionCard
          id="request"
          title="Request a payout"
          description={
            <>
              An admin of this site pays it to {payee.name}. The smallest payout is <Usdc value={minimum} />.
            </>
          }
        >
          {isSmall ? (
            <p className="text-muted-foreground text-sm">Your earnings have not reached it yet.</p>
          ) : (
            <MoneyForm
              fields={[
                {
                  name: 'amount',
                  label: 'USDC',
                  help: 'Leave empty for all earnings.',
                  optional: true,
                  inputMode: 'decimal',
                  placeholder: wallet.earnings,
                },
              ]}
              submit="Request payout"
              send={requestPayout}
            />
          )}
        </SectionCard>
      )}
      {payouts.length > 0 && <PayoutList payouts={payouts} withdraw={withdrawPayout} />}
      <SectionCard
        id="payee"
        title="Payee"
        description="Who is paid. It is stored encrypted; only owners and admins of your organisation, and admins of this site with a payout, can read it."
      >
        <PayeeForm
          payee={payee}
          countries={listCountries()}
          offersMonthly={schedule === 'monthly'}
          send={savePayee}
        />
      </SectionCard>
    </>
  )
}
