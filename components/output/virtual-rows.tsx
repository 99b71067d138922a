'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import type { JsonObject } from '#lib/kernel/json/json.ts'

const ROW_HEIGHT = 41
/** Rows that are drawn beyond the frame, so that scrolling shows no gaps. */
const OVERSCAN = 12

type VirtualRowsProps = {
  rows: readonly JsonObject[]
  columnCount: number
  frame: HTMLElement | null
  /** Draws the cells of a row. */
  renderCells: (row: JsonObject) => ReactNode
}

/** The rows that the frame shows. The space of the others is kept, so that its scrollbar is that of all rows. */
export function VirtualRows({ rows, columnCount, frame, renderCells }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const drawn = virtualizer.getVirtualItems()
  const before = drawn[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <>
      <Space height={before} columnCount={columnCount} />
      {drawn.map(({ index, key }) => (
        <tr
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          // The first row of the table is that of the titles.
          aria-rowindex={index + 2}
          className="border-border border-b"
        >
          {renderCells(rows[index]!)}
        </tr>
      ))}
      <Space height={after} columnCount={columnCount} />
    </>
  )
}

function Space({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columnCount} style={{ height }} />
    </tr>
  )
}
