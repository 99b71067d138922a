import type { ReactNode } from 'react'
import { SectionArea } from '#components/shell/section-area.tsx'
import { requireViewer } from '#lib/context/context.ts'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { paths } from '#lib/site/paths.ts'

const TABS: { label: string; href: string; also?: string[]; forAdmins?: boolean }[] = [
  { label: 'Profile', href: paths.settings, also: [paths.deleteAccount] },
  { label: 'Security', href: paths.security },
  { label: 'Notifications', href: paths.notificationSettings },
  { label: 'Organisation', href: paths.organisation, also: [paths.retention] },
  { label: 'Installed', href: paths.installed, also: [paths.configList] },
  { label: 'Integrations', href: paths.integrations },
  { label: 'API keys', href: paths.keys },
  { label: 'Toolsets', href: paths.toolsets },
  { label: 'Plans', href: paths.planPolicy },
  { label: 'Webhooks', href: paths.webhooks, forAdmins: true },
  { label: 'Storage', href: paths.storage },
  { label: 'Blobs', href: paths.blobList },
  { label: 'Wallet', href: paths.wallet },
]

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Checked above the skeleton, because a streamed response can no longer redirect.
  const { organisationName, organisationRole } = await orNotFound(contextFromCookie().then(requireViewer))
  const pages = SETTINGS_PAGES.filter(({ forAdmins }) => !forAdmins || organisationRole !== 'MEMBER')
  const groups = [
    { title: 'You', pages: pages.filter((page) => page.of === 'person') },
    { title: organisationName, pages: pages.filter((page) => page.of === 'organisation') },
  ]
  return (
    <SectionArea label="Settings" groups={groups}>
      {children}
    </SectionArea>
  )
}
