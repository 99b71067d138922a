/** Opens the assistant from anywhere in the studio. Its dialog is loaded when it is opened first. */
'use client'

import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useState } from 'react'
import type { SuggestionTask } from '#lib/publishing/assistant/suggestion-tasks.ts'
import { useStudio } from '../state/studio-context.tsx'

/** What the dialog begins with. */
export type Wish = { task: SuggestionTask; skill: number; request: string }

type Open = (wish: Partial<Wish>) => void

const AssistantContext = createContext<Open | null>(null)

const AssistantDialog = dynamic(async () => (await import('./assistant-dialog.tsx')).AssistantDialog)

/** Returns what opens the assistant; null if the site has no model. */
export function useAssistant(): Open | null {
  return use(AssistantContext)
}

export function AssistantProvider({ children }: { children: ReactNode }) {
  const { data } = useStudio()
  const [wish, setWish] = useState<Wish>()
  if (data.assistant === undefined) return children
  const open: Open = ({ task = 'draft', skill = 0, request = '' }) => setWish({ task, skill, request })
  return (
    <AssistantContext value={open}>
      {children}
      {wish && <AssistantDialog wish={wish} model={data.assistant} onClose={() => setWish(undefined)} />}
    </AssistantContext>
  )
}
