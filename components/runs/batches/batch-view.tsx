'use client'

import { Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { BatchResult, BatchView } from '#lib/runs/batches/batch-view.ts'
import { RUN_LABELS } from '#lib/runs/model/run-states.ts'
import { RunStateBadge } from '../../output/run-head.tsx'
import { Badge, type BadgeVariant } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

const BATCH_STATES = {
  running: { label: 'Running', variant: 'info' },
  cancelling: { label: 'Stopping', variant: 'info' },
  ended: { label: 'Finished', variant: 'success' },
  cancelled: { label: 'Cancelled', variant: 'neutral' },
} as const satisfies Record<BatchView['state'], { label: string; variant: BadgeVariant }>

type BatchDetailsProps = {
  batch: BatchView
  rows: BatchResult[]
  canManage: boolean
  cancel: (id: string) => Promise<ActionResult<void>>
}

const REFRESH_MS = 2_000

export function BatchDetails({ batch, rows, canManage, cancel }: BatchDetailsProps) {
  const { id, state, total, counts } = batch
  const isOpen = state === 'running' || state === 'cancelling'
  useRefresh(isOpen)
  const done = total - counts.waiting - counts.open
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Badge variant={BATCH_STATES[state].variant}>{BATCH_STATES[state].label}</Badge>
          <span role="status" className="text-sm tabular-nums">
            {done} of {plural(total, 'row')} done
          </span>
          <span className="ml-auto flex flex-wrap gap-2">
            {(['csv', 'json'] as const).map((format) => (
              <Button key={format} asChild variant="outline" size="sm">
                <a href={paths.batchRows(id, format)} download>
                  <Download aria-hidden /> {format.toUpperCase()}
                </a>
              </Button>
            ))}
            {canManage && state === 'running' && (
              <ConfirmDialog
                title="Cancel this batch?"
                description={<p>Running rows are cancelled and not charged. Finished results stay.</p>}
                confirmLabel="Cancel the batch"
                onConfirm={() => cancel(id)}
              >
                <Button variant="outline" size="sm">
                  Cancel
                </Button>
              </ConfirmDialog>
            )}
          </span>
        </div>
        <progress
          aria-label="Rows done"
          max={total}
          value={done}
          className="h-2 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
        />
      </div>
      <Facts
        facts={[
          { label: 'Succeeded', value: counts.succeeded },
          {
            label: 'Failed',
            value: counts.failed + counts.refused,
            ...(counts.cancelled > 0 && { note: `${counts.cancelled} cancelled` }),
          },
          {
            label: isOpen ? 'To do' : 'Not started',
            value: counts.waiting + counts.open,
            ...(isOpen && { note: `${counts.open} running` }),
          },
          { label: 'Cost so far', value: `${batch.charged} USDC`, note: `at most ${batch.maxTotal} USDC` },
        ]}
      />
      <ResultTable rows={rows} total={total} isOpen={isOpen} />
    </div>
  )
}

function useRefresh(isOpen: boolean) {
  const router = useRouter()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => document.hidden || router.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOpen, router])
}

type ResultTableProps = { rows: BatchResult[]; total: number; isOpen: boolean }

function ResultTable({ rows, total, isOpen }: ResultTableProps) {
  return (
    <section aria-labelledby="rows" className="grid grid-cols-1 gap-3">
      <h2 id="rows" className="font-semibold text-lg tracking-tight">
        Rows
      </h2>
      <div className="rounded-lg border border-border bg-card shadow-xs">
        <Table label="Rows of the batch">
          <TableHead>
            <TableRow>
              <TableHeader>Row</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader>Input</TableHeader>
              <TableHeader>Result</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.row}>
                <TableCell className="tabular-nums">
                  {row.runId ? <TextLink href={paths.run(row.runId)}>{row.row}</TextLink> : row.row}
                </TableCell>
                <TableCell>
                  <RowState state={row.state} isOpen={isOpen} />
                </TableCell>
                <TableCell className="max-w-64 truncate">{row.title}</TableCell>
                <TableCell className="min-w-64 max-w-96 [overflow-wrap:anywhere]">
                  {row.error && row.state !== 'cancelled' ? (
                    <span className="text-destructive">{row.error.message}</span>
                  ) : (
                    row.result
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {total > rows.length && (
        <p className="text-muted-foreground text-sm">
          The first {rows.length} of {total} rows. Download the file for all of them.
        </p>
      )}
    </section>
  )
}

function RowState({ state, isOpen }: { state: BatchResult['state']; isOpen: boolean }) {
  if (state === 'waiting') return <Badge variant="neutral">{isOpen ? 'Waiting' : 'Not started'}</Badge>
  if (state === 'refused') return <Badge variant="destructive">{RUN_LABELS.failed}</Badge>
  return <RunStateBadge state={state} />
}

export function BatchLine({ batch }: { batch: BatchView }) {
  const { id, skillTitle, state, total, counts, charged, userName, createdAtMs } = batch
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm hover:bg-muted/60">
      <span className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <TextLink href={paths.batch(id)} className="font-medium after:absolute after:inset-0">
          {skillTitle}
        </TextLink>
        <span className="text-muted-foreground text-xs">
          <Time at={createdAtMs} /> by {userName}
        </span>
      </span>
      <span className="text-muted-foreground text-xs tabular-nums">
        {counts.succeeded} of {plural(total, 'row')} succeeded
        {charged !== '0' && ` · ${charged} USDC`}
      </span>
      <Badge variant={BATCH_STATES[state].variant}>{BATCH_STATES[state].label}</Badge>
    </li>
  )
}
