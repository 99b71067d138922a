import type { ReactNode } from 'react'
import { SectionTabs } from '#components/shell/section-tabs.tsx'
import { paths } from '#lib/contract/market/paths.ts'

const TABS = [
  { label: 'Overview', href: paths.docs },
  { label: 'Publishing', href: paths.docsPublishing },
  { label: 'Contracts', href: paths.docsContracts },
  { label: 'Errors', href: paths.docsErrors },
  { label: 'SDK', href: paths.docsSdk },
]

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SectionTabs label="Documentation" tabs={TABS} />
      {children}
    </>
  )
}
