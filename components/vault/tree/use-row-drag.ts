/** Drags tree rows into folders. */
'use client'

import { type DragEvent, useRef, useState } from 'react'
import { pathInFolder, type TreeRow } from './tree-rows.ts'

/** Distinguishes rows from desktop files and dragged text. */
const KIND = 'application/x-guildhall-path'

export type RowDrag = { draggable?: boolean; onDragStart?: (event: DragEvent) => void }

export function useRowDrag(onDragInto: (path: string, folder: string) => void) {
  const [over, setOver] = useState<string>()
  // Browsers hide the dragged data until the drop.
  const draggedPath = useRef<string>(undefined)

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(KIND)) return
    const folder = folderUnder(event)
    const canDrop =
      draggedPath.current !== undefined && pathInFolder(draggedPath.current, folder) !== undefined
    setOver(canDrop ? folder : undefined)
    if (!canDrop) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  }

  function onDrop(event: DragEvent) {
    const path = draggedPath.current
    if (path === undefined || !event.dataTransfer.types.includes(KIND)) return
    event.preventDefault()
    forget()
    onDragInto(path, folderUnder(event))
  }

  function forget() {
    draggedPath.current = undefined
    setOver(undefined)
  }

  return {
    over,
    ofTree: { onDragOver, onDrop, onDragEnd: forget },
    of({ kind, path }: TreeRow): RowDrag {
      if (kind === 'more') return {}
      return {
        draggable: true,
        onDragStart(event) {
          draggedPath.current = path
          event.dataTransfer.setData(KIND, path)
          event.dataTransfer.effectAllowed = 'move'
        },
      }
    },
  }
}

export function folderUnder({ target }: { target: EventTarget }): string {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null
  return row?.dataset.folder ?? ''
}
