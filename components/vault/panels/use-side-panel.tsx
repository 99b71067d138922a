'use client'

import { Files, History, Search, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'

type SideView = 'files' | 'search' | 'history' | 'trash'

export type SidePanelState = {
  view: SideView
  setView: (view: SideView) => void
  historyPath: string | undefined
  setHistoryPath: (path: string | undefined) => void
  isDrawerOpen: boolean
  setDrawerOpen: (isOpen: boolean) => void
  closeDrawer: () => void
  showHistory: (path: string) => void
}

export function useSidePanel(): SidePanelState {
  const [view, setView] = useState<SideView>('files')
  const [historyPath, setHistoryPath] = useState<string>()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  return {
    view,
    setView,
    historyPath,
    setHistoryPath,
    isDrawerOpen,
    setDrawerOpen,
    closeDrawer: useCallback(() => setDrawerOpen(false), []),
    showHistory(path) {
      setHistoryPath(path)
      setView('history')
      setDrawerOpen(isNarrow())
    },
  }
}

function isNarrow(): boolean {
  return !window.matchMedia('(min-width: 48rem)').matches
}

const VIEWS = [
  { view: 'files', label: 'Files', Icon: Files },
  { view: 'search', label: 'Search', Icon: Search },
  { view: 'history', label: 'History', Icon: History },
  { view: 'trash', label: 'Trash', Icon: Trash2 },
] as const

type SidePanelProps = {
  view: SideView
  onView: (view: SideView) => void
  panels: Record<SideView, ReactNode>
  footer: ReactNode
}

export function SidePanel({ view, onView, panels, footer }: SidePanelProps) {
  return (
    <Tabs
      value={view}
      onValueChange={(next) => onView(next as SideView)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabsList aria-label="Side panel" className="mb-0 shrink-0 gap-0">
        {VIEWS.map(({ view: option, label, Icon }) => (
          <TabsTrigger
            key={option}
            value={option}
            className="flex-1 justify-center gap-1.5 px-1 text-xs"
            onClick={option === 'search' ? focusSearch : undefined}
          >
            <Icon aria-hidden />
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {VIEWS.map(({ view: option }) => (
        <TabsContent
          key={option}
          value={option}
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-y-auto pt-0"
        >
          {panels[option]}
        </TabsContent>
      ))}
      <div className="shrink-0 border-border border-t px-3 py-2">{footer}</div>
    </Tabs>
  )
}

/** A click focuses the search field; arrow keys that pass over the tab do not. */
function focusSearch({ currentTarget }: MouseEvent): void {
  const panel = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
  panel?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
}
