import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'

export function DataTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: string[]
  rows: ReactNode[][]
}) {
  return (
    <div className="rounded-lg border border-border bg-card">
      <Table label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableHeader key={column}>{column}</TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are constants and never move
            <TableRow key={index}>
              {row.map((cell, columnIndex) => (
                <TableCell
                  key={columns[columnIndex]}
                  className={cn(
                    'align-top',
                    columnIndex === 0
                      ? 'max-sm:min-w-26 sm:whitespace-nowrap sm:[&_code]:[overflow-wrap:normal]'
                      : 'min-w-24',
                  )}
                >
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-sm bg-muted px-1 py-0.5 font-mono text-[0.8125em] [overflow-wrap:anywhere]">
      {children}
    </code>
  )
}
