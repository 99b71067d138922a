'use client'

/** Below the desk: what was run before, what the contract says word for word, and how to call it from elsewhere. */
import type { ReactNode } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

type SkillTabsProps = { tabs: { id: string; label: string; content: ReactNode }[] }

export function SkillTabs({ tabs }: SkillTabsProps) {
  return (
    <Tabs defaultValue={tabs[0]?.id} className="min-w-0">
      <TabsList aria-label="About this skill">
        {tabs.map(({ id, label }) => (
          <TabsTrigger key={id} value={id}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map(({ id, content }) => (
        <TabsContent key={id} value={id} className="min-w-0">
          {content}
        </TabsContent>
      ))}
    </Tabs>
  )
}
