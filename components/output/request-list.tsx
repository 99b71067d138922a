import { sizeWords } from '#lib/contract/market/size-words.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import type { SandboxRequest } from '#lib/sandbox/sandbox.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { durationText } from './duration-text.ts'

/** Of a host that was refused for its length, and of the sentence about it. */
const SHOWN_CHARS = 255

/** What the skill asked of the network, in order: where, with what answer, how much and how long. */
export function RequestList({ requests }: { requests: NonNullable<RunView['requests']> }) {
  return (
    <Table label="Requests" className="rounded-md">
      <TableHead>
        <TableRow>
          <TableHeader>Host</TableHeader>
          <TableHeader className="max-sm:hidden">Method</TableHeader>
          <TableHeader className="max-sm:hidden">Answer</TableHeader>
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
              {shown(request.host) || 'no host'}
              <span className="block text-muted-foreground text-xs sm:hidden">
                {request.method} · <Answer request={request} /> · {sizeWords(request.bytes)}
              </span>
            </TableCell>
            <TableCell className="max-sm:hidden">{request.method}</TableCell>
            <TableCell className="[overflow-wrap:anywhere] max-sm:hidden">
              <Answer request={request} />
            </TableCell>
            <TableCell className="whitespace-nowrap tabular-nums max-sm:hidden">
              {sizeWords(request.sentBytes)}
            </TableCell>
            <TableCell className="whitespace-nowrap tabular-nums max-sm:hidden">
              {sizeWords(request.bytes)}
            </TableCell>
            <TableCell className="whitespace-nowrap text-right tabular-nums">
              {durationText(request.ms)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The status, or in red why there is none. */
function Answer({ request: { refused, status } }: { request: SandboxRequest }) {
  if (!refused) return status ?? 'none'
  return <span className="text-destructive">{shown(refused)}</span>
}

function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
