/** Lets the person drag tree rows into folders. */
'use client'

import { type DragEvent, useRef, useState } from 'react'
import { pathInFolder, type TreeRow } from './tree-rows.ts'

/** The data type of dragged rows, by which they differ from desktop files and dragged text. */
const DATA_TYPE = 'application/x-guildhall-path'

export type RowDrag = { draggable?: boolean; onDragStart?: (event: DragEvent) => void }

export function useRowDrag(onDragInto: (path: string, folder: string) => void) {
  const [targetFolder, setTargetFolder] = useState<string>()
  // Kept here, because browsers hide the dragged data until the drop.
  const draggedPath = useRef<string>(undefined)

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(DATA_TYPE)) return
    const folder = folderUnder(event)
    const canDrop =
      draggedPath.current !== undefined && pathInFolder(draggedPath.current, folder) !== undefined
    setTargetFolder(canDrop ? folder : undefined)
    if (!canDrop) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  }

  function onDrop(event: DragEvent) {
    const path = draggedPath.current
    if (path === undefined || !event.dataTransfer.types.includes(DATA_TYPE)) return
    event.preventDefault()
    reset()
    onDragInto(path, folderUnder(event))
  }

  function reset() {
    draggedPath.current = undefined
    setTargetFolder(undefined)
  }

  return {
    over: targetFolder,
    ofTree: { onDragOver, onDrop, onDragEnd: reset },
    of({ kind, path }: TreeRow): RowDrag {
      if (kind === 'more') return {}
      return {
        draggable: true,
        onDragStart(event) {
          draggedPath.current = path
          event.dataTransfer.setData(DATA_TYPE, path)
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
