import type { Metadata } from 'next'
import { Page } from '#components/shell/page.tsx'
import { HealthList } from '#components/status/health-list.tsx'
import { SandboxHosts } from '#components/status/sandbox-hosts.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { getStatus } from '#lib/health/get-status.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  const { ok, commit, parts, hosts } = await orNotFound(getStatus(await contextFromCookie()))

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Status"
        description="Whether each part of this Guildhall can do its work right now."
      />
      <Alert variant={ok ? 'success' : 'destructive'}>
        {ok
          ? 'Everything works.'
          : 'A part does not work. What needs it answers TOOL_NOT_AVAILABLE until it is back.'}
      </Alert>
      <HealthList parts={parts} />
      <SandboxHosts hosts={hosts} />
      <p className="text-muted-foreground text-sm">
        Running version <code className="[overflow-wrap:anywhere]">{commit}</code>. Monitors read the same at{' '}
        <code>/api/health</code>.
      </p>
    </Page>
  )
}
