import { type Issue, issueText } from '#lib/kernel/errors.ts'
import { pointerKeys } from '#lib/kernel/json/json-pointer.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import type { Coercion, RunView } from '#lib/runs/views/run-view.ts'
import type { SandboxRequest } from '#lib/sandbox/sandbox.ts'
import { Alert } from '../ui/alert.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { formatDuration } from './format-duration.ts'

const MAX_SHOWN_CHARS = 255

export function RequestList({ requests }: { requests: NonNullable<RunView['requests']> }) {
  return (
    <Table label="Requests" className="rounded-md">
      <TableHead>
        <TableRow>
          <TableHeader>Host</TableHeader>
          <TableHeader className="max-sm:hidden">Method</TableHeader>
          <TableHeader className="max-sm:hidden">Status</TableHeader>
          <TableHeader className="max-sm:hidden">Sent</TableHeader>
          <TableHeader className="max-sm:hidden">Received</TableHeader>
          <TableHeader className="text-right">Time</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {requests.map((request, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are listed once, when the run is over
          <TableRow key={index}>
            <TableCell className="[overflow-wrap:anywhere]">
              {truncate(request.host) || 'unknown host'}
              <span className="block text-muted-foreground text-xs sm:hidden">
                {request.method} · <RequestOutcome request={request} /> · {formatBytes(request.bytes)}
              </span>
            </TableCell>
            <TableCell className="max-sm:hidden">{request.method}</TableCell>
            <TableCell className="[overflow-wrap:anywhere] max-sm:hidden">
              <RequestOutcome request={request} />
            </TableCell>
            <TableCell className="whitespace-nowrap tabular-nums max-sm:hidden">
              {formatBytes(request.sentBytes)}
            </TableCell>
            <TableCell className="whitespace-nowrap tabular-nums max-sm:hidden">
              {formatBytes(request.bytes)}
            </TableCell>
            <TableCell className="whitespace-nowrap text-right tabular-nums">
              {formatDuration(request.ms)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function RequestOutcome({ request: { refused, status } }: { request: SandboxRequest }) {
  if (!refused) return status ?? 'none'
  return <span className="text-destructive">{truncate(refused)}</span>
}

function truncate(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}

const COLOURS = {
  debug: 'text-muted-foreground',
  info: 'text-info',
  log: 'text-muted-foreground',
  warn: 'text-warning',
  error: 'text-destructive',
} as const

export function LogList({ logs }: { logs: RunView['logs'] }) {
  if (logs.length === 0) {
    return <p className="text-muted-foreground text-sm">No log output.</p>
  }
  return (
    <section
      aria-label="Log lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-muted p-3 font-mono text-xs"
    >
      <ol className="grid gap-0.5">
        {logs.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <li key={index} className="grid grid-cols-[4.5rem_3rem_minmax(0,1fr)] gap-2">
            <span className="text-right text-muted-foreground tabular-nums">{Math.round(line.atMs)} ms</span>
            <span className={COLOURS[line.level]}>{line.level}</span>
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{line.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function CoercionList({ coercions }: { coercions: Coercion[] }) {
  if (coercions.length === 0) return null
  return (
    <div className="grid gap-2 text-sm">
      <p>Converted before the run without loss:</p>
      <ul className="grid gap-1">
        {coercions.map(({ path, from, to }) => (
          <li key={path} className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            <span className="font-medium">{pointerKeys(path).join(' → ') || 'the whole input'}</span>
            <code className="rounded bg-muted px-1.5 text-xs">{JSON.stringify(from)}</code>
            <span aria-hidden>→</span>
            <span className="sr-only">converted to</span>
            <code className="rounded bg-muted px-1.5 text-xs">{JSON.stringify(to)}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shown for test runs only; of a published version, the result would be withheld. */
export function WarningList({ warnings }: { warnings: Issue[] }) {
  return (
    <Alert variant="warning" title="The result does not match its contract">
      <p>You see this result because the run is a test. After publishing, it would be withheld.</p>
      <ul className="list-disc pt-1 pl-5">
        {warnings.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>{issueText(issue)}</li>
        ))}
      </ul>
    </Alert>
  )
}
