'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { listFolders } from '#lib/vault/model/vault-path.ts'
import { useReaderLocale } from '../../browser/use-reader-locale.ts'
import type { FolderPage } from '../vault-actions.ts'
import { createFolderPages, type ListFolder } from './folder-pages.ts'
import { COLLATION, type Folders, type TreeRow, treeRows } from './tree-rows.ts'

export type Tree = {
  rows: TreeRow[]
  isEmpty: boolean
  toggle: (folder: string, isOpen?: boolean) => void
  reveal: (path: string) => void
  more: (folder: string) => void
  refresh: () => void
}

const REFRESH_DELAY_MS = 150

export function useTree(root: FolderPage): Tree {
  const [folders, setFolders] = useState<Folders>(() => new Map([['', root]]))
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set())
  const [pages] = useState(() => createFolderPages({ root, list: listFolder, onChange: setFolders }))
  const latest = useRef(open)
  latest.current = open

  const toggle = useCallback(
    (folder: string, forced?: boolean) => {
      const wasOpen = latest.current.has(folder)
      const isOpen = forced ?? !wasOpen
      setOpen((before) => {
        const next = new Set(before)
        if (isOpen) next.add(folder)
        else next.delete(folder)
        return next
      })
      // A reopened folder shows its earlier entries while it reloads.
      if (isOpen && !wasOpen) void pages.load(folder)
    },
    [pages],
  )

  const reveal = useCallback(
    (path: string) => {
      for (const folder of listFolders(path)) toggle(folder, true)
    },
    [toggle],
  )

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useCallback(() => {
    clearTimeout(timer.current)
    // Coalesces simultaneous changes into one reload.
    timer.current = setTimeout(() => {
      for (const folder of ['', ...latest.current]) void pages.load(folder)
    }, REFRESH_DELAY_MS)
  }, [pages])
  useEffect(() => () => clearTimeout(timer.current), [])

  const locale = useReaderLocale()
  const names = useMemo(() => new Intl.Collator(locale, COLLATION), [locale])
  const rows = useMemo(() => treeRows(folders, open, names), [folders, open, names])
  return {
    rows,
    isEmpty: folders.get('')?.items.length === 0,
    toggle,
    reveal,
    more: (folder) => void pages.more(folder),
    refresh,
  }
}

const listFolder: ListFolder = async (folder, { offset, limit }) => {
  const response = await fetch(`${paths.vaultList(folder)}&offset=${offset}&limit=${limit}`)
  if (response.ok) return { found: await response.json() }
  if (response.status === 404) return { found: null }
  throw new Error(`The server answered ${response.status}.`)
}
