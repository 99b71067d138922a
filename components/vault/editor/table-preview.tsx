'use client'

import { useEffect, useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import { cn } from '../../ui/cn.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'

/** More rows would slow down typing beside the preview. */
const MAX_ROWS = 500

type TablePreviewProps = { text: string; className?: string | undefined }

/** The text of a CSV file as a table. The parser is loaded with the first one. */
export function TablePreview({ text, className }: TablePreviewProps) {
  const [rows, setRows] = useState<string[][]>()
  useEffect(() => {
    let isCurrent = true
    void import('papaparse').then(({ default: { parse } }) => {
      const { data } = parse<string[]>(text, { skipEmptyLines: 'greedy', preview: MAX_ROWS + 2 })
      if (isCurrent) setRows(data)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  const [head = [], ...body] = rows ?? []
  return (
    <div className={cn('min-h-0 min-w-0 flex-1 overflow-auto p-4', className)}>
      {rows && rows.length === 0 && <p className="text-muted-foreground text-sm">The file has no rows.</p>}
      {head.length > 0 && (
        <Table label="Table of the file">
          <TableHead>
            <TableRow>
              {head.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <TableHeader key={index}>{cell}</TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {body.slice(0, MAX_ROWS).map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <TableRow key={index}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <TableCell key={column} className="whitespace-nowrap">
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {body.length > MAX_ROWS && (
        <p className="pt-3 text-muted-foreground text-sm">The first {plural(MAX_ROWS, 'row')}.</p>
      )}
    </div>
  )
}
