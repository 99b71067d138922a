import type { RunView } from '#lib/execution/run-view.ts'
import { cn } from '../ui/cn.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { bytesText } from './bytes-text.ts'
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
          <TableHeader>Method</TableHeader>
          <TableHeader>Answer</TableHeader>
          <TableHeader>Sent</TableHeader>
          <TableHeader>Received</TableHeader>
          <TableHeader>Time</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {requests.map((request, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are listed once, when the run is over
          <TableRow key={index}>
            <TableCell className="min-w-40 [overflow-wrap:anywhere]">
              {shown(request.host) || 'no host'}
            </TableCell>
            <TableCell>{request.method}</TableCell>
            <TableCell
              className={cn('[overflow-wrap:anywhere]', request.refused && 'min-w-48 text-destructive')}
            >
              {request.refused ? shown(request.refused) : (request.status ?? 'none')}
            </TableCell>
            <TableCell>{bytesText(request.sentBytes)}</TableCell>
            <TableCell>{bytesText(request.bytes)}</TableCell>
            <TableCell>{durationText(request.ms)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
