import type { ReactNode } from 'react'
import { SectionArea } from '#components/shell/section-area.tsx'
import { requireViewer } from '#lib/context/context.ts'
import { SETTINGS_PAGES } from '#lib/kernel/site/destinations.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Checked outside the skeleton, because a streamed response can no longer redirect.
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
