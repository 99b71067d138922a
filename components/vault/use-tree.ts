'use client'

/** The tree of files as far as it was unfolded, looked at again when the vault changes. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { foldersOf } from '#lib/contract/vault/vault-path.ts'
import { listFolder } from './list-folder.ts'
import { type Folders, type TreeRow, treeRows } from './tree-rows.ts'
import type { FolderPage } from './vault-actions.ts'

export type Tree = {
  rows: TreeRow[]
  isEmpty: boolean
  toggle: (folder: string, isOpen?: boolean) => void
  /** Opens the folders that a file is in. */
  reveal: (path: string) => void
  more: (folder: string, offset: number) => void
  refresh: () => void
}

const SETTLE_MS = 150

export function useTree(root: FolderPage): Tree {
  const [folders, setFolders] = useState<Folders>(() => new Map([['', root]]))
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set())
  const latest = useRef({ folders, open })
  latest.current = { folders, open }

  const load = useCallback(async (folder: string, offset = 0) => {
    const result = await listFolder(folder, offset).catch(() => undefined)
    setFolders((before) => {
      const next = new Map(before)
      if (result?.found) {
        const { items, nextOffset } = result.found
        const kept = offset === 0 ? [] : (before.get(folder)?.items ?? [])
        next.set(folder, { items: [...kept, ...items], ...(nextOffset !== undefined && { nextOffset }) })
      } else if (result) next.delete(folder)
      return next
    })
  }, [])

  const toggle = useCallback(
    (folder: string, wanted?: boolean) => {
      const isOpen = wanted ?? !latest.current.open.has(folder)
      setOpen((before) => {
        const next = new Set(before)
        if (isOpen) next.add(folder)
        else next.delete(folder)
        return next
      })
      if (isOpen && !latest.current.folders.has(folder)) void load(folder)
    },
    [load],
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
      for (const folder of ['', ...latest.current.open]) void load(folder)
    }, SETTLE_MS)
  }, [load])
  useEffect(() => () => clearTimeout(timer.current), [])

  const rows = useMemo(() => treeRows(folders, open), [folders, open])
  return {
    rows,
    isEmpty: folders.get('')?.items.length === 0,
    toggle,
    reveal,
    more: (folder, offset) => void load(folder, offset),
    refresh,
  }
}
