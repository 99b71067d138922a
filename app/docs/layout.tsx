import type { ReactNode } from 'react'
import { CHAPTERS } from '#components/docs/chapters.ts'
import { SectionTabs } from '#components/shell/section-tabs.tsx'
import { paths } from '#lib/contract/market/paths.ts'

const TABS = [
  { label: 'Overview', href: paths.docs },
  ...CHAPTERS.map(({ href, title }) => ({ href, label: title })),
]

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SectionTabs label="Documentation" tabs={TABS} />
      {children}
    </>
  )
}
