import type { RunView } from '#lib/execution/run-view.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { bytesText } from './bytes-text.ts'
import { durationText } from './duration-text.ts'

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
            <TableCell className="[overflow-wrap:anywhere]">{request.host || 'no host'}</TableCell>
            <TableCell>{request.method}</TableCell>
            <TableCell className={request.refused ? 'text-destructive' : undefined}>
              {request.refused ?? request.status ?? 'none'}
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
