'use client'

/** Rows of the tree that are dragged into folders. Files from outside are `DropPlace`'s. */
import { type DragEvent, useRef, useState } from 'react'
import { placeInFolder, type TreeRow } from './tree-rows.ts'

/** Tells a row from files of the desktop, and from a text that is dragged about. */
const KIND = 'application/x-guildhall-path'

export type RowDrag = { draggable?: boolean; onDragStart?: (event: DragEvent) => void }

export function useRowDrag(onDragInto: (path: string, folder: string) => void) {
  const [over, setOver] = useState<string>()
  // While something is held, a browser does not tell what it is.
  const held = useRef<string>(undefined)

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(KIND)) return
    const folder = folderUnder(event)
    const isPlace = held.current !== undefined && placeInFolder(held.current, folder) !== undefined
    setOver(isPlace ? folder : undefined)
    if (!isPlace) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  }

  function onDrop(event: DragEvent) {
    const path = held.current
    if (path === undefined || !event.dataTransfer.types.includes(KIND)) return
    event.preventDefault()
    forget()
    onDragInto(path, folderUnder(event))
  }

  function forget() {
    held.current = undefined
    setOver(undefined)
  }

  return {
    /** The folder that what is held would go into; "" is the vault itself. */
    over,
    ofTree: { onDragOver, onDrop, onDragEnd: forget },
    of({ kind, path }: TreeRow): RowDrag {
      if (kind === 'more') return {}
      return {
        draggable: true,
        onDragStart(event) {
          held.current = path
          event.dataTransfer.setData(KIND, path)
          event.dataTransfer.effectAllowed = 'move'
        },
      }
    },
  }
}

/** The folder of the row under the pointer; the vault itself beside all rows. */
export function folderUnder({ target }: { target: EventTarget }): string {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null
  return row?.dataset.folder ?? ''
}
