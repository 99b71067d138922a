'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'

type SkillTabsProps = {
  tabs: { id: string; label: string; content: ReactNode }[]
  first?: string
}

export function SkillTabs({ tabs, first }: SkillTabsProps) {
  const [open, setOpen] = useState((tabs.find(({ id }) => id === first) ?? tabs[0])?.id)
  const container = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link names the tab it means once, when one arrives
  useEffect(() => {
    const hash = window.location.hash.slice(1)
    if (!tabs.some(({ id }) => id === hash)) return
    setOpen(hash)
    container.current?.scrollIntoView()
  }, [])
  return (
    <Tabs ref={container} value={open} onValueChange={setOpen} className="min-w-0 scroll-mt-20">
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
