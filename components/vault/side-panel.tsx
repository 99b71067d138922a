'use client'

/** Beside the open files: all files, search, history and trash. In a drawer where the page is narrow. */
import { Files, History, Search, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

export type SideView = 'files' | 'search' | 'history' | 'trash'

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
  foot: ReactNode
}

export function SidePanel({ view, onView, panels, foot }: SidePanelProps) {
  return (
    <Tabs
      value={view}
      // The list of choices is ours: nothing else can be chosen.
      onValueChange={(next) => onView(next as SideView)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabsList aria-label="What is shown beside the file" className="mb-0 shrink-0 gap-0">
        {VIEWS.map(({ view: each, label, Icon }) => (
          <TabsTrigger
            key={each}
            value={each}
            className="flex-1 justify-center gap-1.5 px-1 text-xs"
            onClick={each === 'search' ? focusSearch : undefined}
          >
            <Icon aria-hidden />
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {VIEWS.map(({ view: each }) => (
        <TabsContent key={each} value={each} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto pt-0">
          {panels[each]}
        </TabsContent>
      ))}
      <div className="shrink-0 border-border border-t px-3 py-2">{foot}</div>
    </Tabs>
  )
}

/** Whoever asks for the search wants to type; arrow keys, which pass by, stay among the tabs. */
function focusSearch({ currentTarget }: MouseEvent): void {
  const panel = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
  panel?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
}
