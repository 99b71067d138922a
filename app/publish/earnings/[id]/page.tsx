import type { Metadata } from 'next'
import { PayeeFacts } from '#components/money/open-requests.tsx'
import { PAYOUT_STATES } from '#components/money/payout-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Amount, Usdc } from '#components/ui/amount.tsx'
import { Button } from '#components/ui/button.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { getPayoutStatement, type PayoutStatement } from '#lib/money/payouts/payout-statement.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export const metadata: Metadata = { title: 'Payout' }

type Props = { params: Promise<{ id: string }> }

export default async function PayoutPage({ params }: Props) {
  const { id } = await params
  const payout = await orNotFound(contextFromCookie().then((ctx) => getPayoutStatement(ctx, id)))
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.earnings}>Earnings</BackLink>}
      title="Payout"
      description={`Statement for ${payout.organisationName}.`}
      actions={
        <Button asChild variant="outline" size="sm">
          <a href={paths.payoutStatement(id)} download>
            Download as CSV
          </a>
        </Button>
      }
    >
      <Facts
        facts={[
          { label: 'Amount', value: <Usdc value={payout.amount} /> },
          {
            label: PAYOUT_STATES[payout.state].label,
            value: <Time at={payout.decidedAtMs ?? payout.requestedAtMs} />,
            note: payout.note,
          },
        ]}
      />
      {payout.payee && (
        <SectionCard id="payee" title="Payee" className="text-sm">
          <PayeeFacts payee={payout.payee} />
        </SectionCard>
      )}
      <Sums payout={payout} />
    </Page>
  )
}

function Sums({ payout }: { payout: PayoutStatement }) {
  const rows = [
    { what: 'Earnings before', detail: '', amount: payout.opening },
    ...payout.lines.map(({ label, skillName, count, amount }) => ({
      what: label,
      detail: skillName === null ? '' : `${skillName}, ${plural(count, 'run')}`,
      amount,
    })),
    { what: 'This payout', detail: '', amount: `-${payout.amount}` },
    { what: 'Earnings after', detail: '', amount: payout.closing },
  ]
  return (
    <section aria-labelledby="sums" className="grid grid-cols-1 gap-4">
      <h2 id="sums" className="font-semibold text-base tracking-tight">
        What it consists of
      </h2>
      <div className="rounded-lg border border-border bg-card shadow-xs">
        <Table label="Earnings since the payout before">
          <TableHead>
            <TableRow>
              <TableHeader>Description</TableHeader>
              <TableHeader className="text-right">USDC</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ what, detail, amount }) => (
              <TableRow key={`${what} ${detail}`}>
                <TableCell>
                  {what}
                  {detail && (
                    <span className="block text-muted-foreground text-xs [overflow-wrap:anywhere]">
                      {detail}
                    </span>
                  )}
                </TableCell>
                <TableCell className="whitespace-nowrap text-right tabular-nums">
                  <Amount value={amount} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </section>
  )
}
