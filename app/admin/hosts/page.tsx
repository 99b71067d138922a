import type { Metadata } from 'next'
import { OwnHosts } from '#components/admin/own-hosts.tsx'
import { Page } from '#components/shell/page.tsx'
import { getOwnHosts } from '#lib/admin/own-hosts.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { addOwnHost, removeOwnHost } from './actions.ts'

export const metadata: Metadata = { title: 'Own network' }

export default async function OwnHostsPage() {
  const page = await orNotFound(contextFromCookie().then(getOwnHosts))
  return (
    <Page
      width="reading"
      title="Own network"
      description="Hosts in your own network that an organisation’s own skills can reach if they declare them. Skills of other publishers reach hosts on the public internet only."
    >
      <OwnHosts page={page} add={addOwnHost} remove={removeOwnHost} />
    </Page>
  )
}
