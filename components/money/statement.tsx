import { ReceiptText } from 'lucide-react'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import type { StatementLine, StatementPage, StatementQuery } from '#lib/money/get-statement.ts'
import { type StatementAccount, statementLineLabel } from '#lib/money/model/statement-labels.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { MoreLink } from '../ui/link-rows.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time, UtcDay } from '../ui/time.tsx'
import { groupStatement, type StatementEntry } from './group-statement.ts'
import { StatementFilters } from './statement-filters.tsx'

type StatementProps = {
  account: StatementAccount
  here: string
  page: StatementPage
  query: StatementQuery
  empty: string
}

export function StatementTable({ account, here, page, query, empty }: StatementProps) {
  const isFiltered = Boolean(query.kind || query.from || query.to)
  return (
    <section aria-labelledby="statement" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="statement" className="font-semibold text-base tracking-tight">
          Statement
        </h2>
        <Button asChild variant="outline" size="sm">
          <a href={withQuery(paths.statement(account), query)} download>
            Download as CSV
          </a>
        </Button>
      </div>
      {(page.lines.length > 0 || isFiltered) && (
        <StatementFilters account={account} here={here} query={query} isFiltered={isFiltered} />
      )}
      {page.lines.length > 0 ? (
        <div className="rounded-lg border border-border bg-card shadow-xs">
          <Lines account={account} lines={page.lines} />
        </div>
      ) : (
        <EmptyState
          icon={ReceiptText}
          title={isFiltered ? 'No matching transactions' : 'No transactions yet'}
        >
          {isFiltered ? 'Choose other dates, or all kinds.' : empty}
        </EmptyState>
      )}
      {page.nextCursor && (
        <MoreLink href={withQuery(here, { ...query, after: page.nextCursor })}>Older</MoreLink>
      )}
    </section>
  )
}

function Lines({ account, lines }: { account: StatementAccount; lines: StatementLine[] }) {
  return (
    <Table label="Transactions">
      <TableHead>
        <TableRow>
          <TableHeader className="max-sm:hidden">Date</TableHeader>
          <TableHeader>Description</TableHeader>
          <TableHeader className="text-right">Amount</TableHeader>
          <TableHeader className="text-right max-sm:hidden">Balance</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {groupStatement(lines).flatMap(({ day, amount, entries }) => [
          <TableRow key={day} className="bg-muted/50">
            <TableCell colSpan={2} className="font-medium">
              <UtcDay day={day} />
            </TableCell>
            <TableCell className="whitespace-nowrap text-right text-muted-foreground tabular-nums">
              <SignedAmount value={amount} />
            </TableCell>
            <TableCell className="max-sm:hidden" />
          </TableRow>,
          ...entries.map((entry) => <EntryRow key={entry.lines[0].id} account={account} entry={entry} />),
        ])}
      </TableBody>
    </Table>
  )
}

function EntryRow({
  account,
  entry: { lines, amount },
}: {
  account: StatementAccount
  entry: StatementEntry
}) {
  const [newest] = lines
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-muted-foreground max-sm:hidden">
        <Time at={newest.atMs} />
      </TableCell>
      <TableCell className="sm:min-w-48">
        {lines.length === 1 ? statementLineLabel(account, newest) : 'Run'}
        <Details account={account} line={newest} />
        {lines.length > 1 && <EntryLines account={account} lines={lines} />}
        <span className="block text-muted-foreground text-xs sm:hidden">
          <Time at={newest.atMs} /> · balance <Amount value={newest.balanceAfter} />
        </span>
      </TableCell>
      <TableCell
        className={cn('whitespace-nowrap text-right tabular-nums', !amount.startsWith('-') && 'text-success')}
      >
        <SignedAmount value={amount} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-right text-muted-foreground tabular-nums max-sm:hidden">
        <Amount value={newest.balanceAfter} />
      </TableCell>
    </TableRow>
  )
}

/** What an entry consists of: what was reserved, captured and given back. */
function EntryLines({ account, lines }: { account: StatementAccount; lines: readonly StatementLine[] }) {
  return (
    <details className="text-muted-foreground text-xs">
      <summary className="w-fit cursor-pointer">{lines.length} transactions</summary>
      <ul className="grid gap-0.5 pt-1">
        {lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-4">
            <span>{statementLineLabel(account, line)}</span>
            <span className="tabular-nums">
              <SignedAmount value={line.amount} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function SignedAmount({ value }: { value: string }) {
  return (
    <>
      {value.startsWith('-') ? '' : '+'}
      <Amount value={value} />
    </>
  )
}

/** The run of an entry; for earnings only the skill, because the run belongs to the customer. */
function Details({
  account,
  line: { runId, skillName, note, keys = [] },
}: {
  account: StatementAccount
  line: StatementLine
}) {
  const href = account === 'wallet' && runId ? paths.run(runId) : skillName && skillNamePath(skillName)
  return (
    <span className="block text-muted-foreground text-xs [overflow-wrap:anywhere]">
      {skillName && href && <TextLink href={href}>{skillName}</TextLink>}
      {skillName && note && ' · '}
      {note}
      {keys.length > 0 && <span className="block">API key {keys.join(' → ')}</span>}
    </span>
  )
}

function withQuery(path: string, query: StatementQuery): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
