'use client'

/** The tree of files as far as it was unfolded, looked at again when the vault changes. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { foldersOf } from '#lib/contract/vault/vault-path.ts'
import { keepFolderPages } from './folder-pages.ts'
import { listFolder } from './list-folder.ts'
import { type Folders, type TreeRow, treeRows } from './tree-rows.ts'
import type { FolderPage } from './vault-actions.ts'

export type Tree = {
  rows: TreeRow[]
  isEmpty: boolean
  toggle: (folder: string, isOpen?: boolean) => void
  /** Opens the folders that a file is in. */
  reveal: (path: string) => void
  more: (folder: string) => void
  refresh: () => void
}

const SETTLE_MS = 150

export function useTree(root: FolderPage): Tree {
  const [folders, setFolders] = useState<Folders>(() => new Map([['', root]]))
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set())
  const [pages] = useState(() => keepFolderPages({ root, list: listFolder, onChange: setFolders }))
  const latest = useRef(open)
  latest.current = open

  const toggle = useCallback(
    (folder: string, wanted?: boolean) => {
      const wasOpen = latest.current.has(folder)
      const isOpen = wanted ?? !wasOpen
      setOpen((before) => {
        const next = new Set(before)
        if (isOpen) next.add(folder)
        else next.delete(folder)
        return next
      })
      // What it held before it was closed is shown at once, and may be old.
      if (isOpen && !wasOpen) void pages.look(folder)
    },
    [pages],
  )

  const reveal = useCallback(
    (path: string) => {
      for (const folder of foldersOf(path)) toggle(folder, true)
    },
    [toggle],
  )

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useCallback(() => {
    clearTimeout(timer.current)
    // Several changes at once are one look.
    timer.current = setTimeout(() => {
      for (const folder of ['', ...latest.current]) void pages.look(folder)
    }, SETTLE_MS)
  }, [pages])
  useEffect(() => () => clearTimeout(timer.current), [])

  const rows = useMemo(() => treeRows(folders, open), [folders, open])
  return {
    rows,
    isEmpty: folders.get('')?.items.length === 0,
    toggle,
    reveal,
    more: (folder) => void pages.more(folder),
    refresh,
  }
}
