import type { ReactNode } from 'react'
import { ChapterNav } from '#components/docs/chapter-nav.tsx'

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="lg:mx-auto lg:grid lg:max-w-6xl lg:grid-cols-[12rem_minmax(0,1fr)] lg:items-start lg:px-4">
      <ChapterNav />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
