import type { ReactNode } from 'react'
import { SectionTabs } from '#components/shell/section-tabs.tsx'
import { requireViewer } from '#lib/context.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

const TABS: { label: string; href: string; also?: string[]; forAdmins?: boolean }[] = [
  { label: 'Profile', href: paths.settings },
  { label: 'Organisation', href: paths.organisation, also: [paths.retention] },
  { label: 'Installed', href: paths.installed, also: ['/settings/config'] },
  { label: 'API keys', href: paths.keys },
  { label: 'Toolsets', href: paths.toolsets },
  { label: 'Plans', href: paths.planPolicy },
  { label: 'Webhooks', href: paths.webhooks, forAdmins: true },
  { label: 'Blobs', href: paths.blobList },
  { label: 'Wallet', href: paths.wallet },
]

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Asked here too, above the skeleton: once that is on its way there is no status left to redirect with.
  const { organisationRole } = await orNotFound(contextFromCookie().then(requireViewer))
  const tabs = TABS.filter(({ forAdmins }) => !forAdmins || organisationRole !== 'MEMBER')
  return (
    <>
      <SectionTabs label="Settings" tabs={tabs} />
      {children}
    </>
  )
}
