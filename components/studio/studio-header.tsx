'use client'

import { textAt } from './edit-document.ts'
import { SaveStatus } from './save-status.tsx'
import { useStudio } from './studio-context.tsx'
import { StudioMenu } from './studio-menu.tsx'

/** What is being edited, and whether it is saved. It stays in sight. */
export function StudioHeader() {
  const { data, state } = useStudio()
  return (
    <header className="sticky top-(--header-height) z-30 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-border border-b bg-background/95 px-4 py-3 backdrop-blur-sm sm:-mx-6 sm:px-6">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="truncate font-semibold text-lg tracking-tight">
          {textAt(state.document, '/name') || 'Unnamed SkillSet'}
        </h1>
        <code className="truncate max-sm:hidden text-muted-foreground text-sm">
          {data.publisher.handle}.{state.slug}
        </code>
      </div>
      <div className="flex min-w-0 items-center gap-3 max-sm:w-full max-sm:justify-between">
        <SaveStatus />
        <StudioMenu />
      </div>
    </header>
  )
}
