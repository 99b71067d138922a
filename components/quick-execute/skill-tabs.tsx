'use client'

/** Below the desk: what was run before, what the contract says word for word, and how to call it from elsewhere. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

type SkillTabsProps = {
  tabs: { id: string; label: string; content: ReactNode }[]
  /** Open at first, when there is such a tab; else the first is. */
  first?: string
}

export function SkillTabs({ tabs, first }: SkillTabsProps) {
  const [open, setOpen] = useState((tabs.find(({ id }) => id === first) ?? tabs[0])?.id)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link names the tab it means once, when one arrives
  useEffect(() => {
    const wanted = window.location.hash.slice(1)
    if (!tabs.some(({ id }) => id === wanted)) return
    setOpen(wanted)
    place.current?.scrollIntoView()
  }, [])
  return (
    <Tabs ref={place} value={open} onValueChange={setOpen} className="min-w-0 scroll-mt-20">
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
