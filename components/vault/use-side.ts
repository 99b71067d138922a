'use client'

/** What the side shows, and whose history; where the page is narrow the side is a drawer. */
import { useCallback, useState } from 'react'
import type { SideView } from './side-panel.tsx'

export type Side = {
  view: SideView
  setView: (view: SideView) => void
  /** The file whose history it is; the whole vault's when absent. */
  historyOf: string | undefined
  setHistoryOf: (path: string | undefined) => void
  isDrawerOpen: boolean
  setDrawerOpen: (isOpen: boolean) => void
  /** Always the same function. */
  closeDrawer: () => void
  /** Turns to the history of a file. */
  showHistory: (path: string) => void
}

export function useSide(): Side {
  const [view, setView] = useState<SideView>('files')
  const [historyOf, setHistoryOf] = useState<string>()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  return {
    view,
    setView,
    historyOf,
    setHistoryOf,
    isDrawerOpen,
    setDrawerOpen,
    closeDrawer: useCallback(() => setDrawerOpen(false), []),
    showHistory(path) {
      setHistoryOf(path)
      setView('history')
      setDrawerOpen(isNarrow())
    },
  }
}

/** Where the side is a drawer. */
function isNarrow(): boolean {
  return !window.matchMedia('(min-width: 48rem)').matches
}
