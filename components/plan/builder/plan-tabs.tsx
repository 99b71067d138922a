import { Braces, LayoutList, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tabs, TabsList, TabsTrigger } from '../../ui/tabs.tsx'

export type PlanLook = 'steps' | 'graph' | 'json'

type Props = {
  /** What is chosen between, for those who hear it. */
  label: string
  look: PlanLook
  onLook: (look: PlanLook) => void
  /** A `TabsContent` for each look. */
  children: ReactNode
}

/** A plan in one of three looks: its steps, their graph, or its JSON. */
export function PlanTabs({ label, look, onLook, children }: Props) {
  return (
    <Tabs value={look} onValueChange={(next) => onLook(next as PlanLook)} className="min-w-0">
      <TabsList aria-label={label}>
        <TabsTrigger value="steps">
          <LayoutList aria-hidden /> Steps
        </TabsTrigger>
        <TabsTrigger value="graph">
          <Workflow aria-hidden /> Graph
        </TabsTrigger>
        <TabsTrigger value="json">
          <Braces aria-hidden /> JSON
        </TabsTrigger>
      </TabsList>
      {children}
    </Tabs>
  )
}
