import type { Metadata } from 'next'
import { RetentionForm } from '#components/organisation/retention-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { getBlobRoom } from '#lib/blobs/list-blobs.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { getRetention } from '#lib/organisations/retention.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { vaultLimits } from '#lib/vault/vault-limits.ts'
import { saveRetention } from './actions.ts'

export const metadata: Metadata = { title: 'Retention' }

const DAY_MS = 86_400_000

export default async function RetentionPage() {
  const ctx = await contextFromCookie()
  const [retention, { keptDays }] = await orNotFound(Promise.all([getRetention(ctx), getBlobRoom(ctx)]))
  const historyDays = Math.round(vaultLimits().historyMs / DAY_MS)

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.organisation}>Organisation</BackLink>}
        title="Retention"
        description={`How long ${retention.organisationName} keeps the inputs and outputs of its runs.`}
      />
      <Card aria-labelledby="runs">
        <CardHeader>
          <CardTitle id="runs">Runs</CardTitle>
          <CardDescription>
            After this time inputs, outputs and logs are deleted, along with shared links and plan runs. Each
            run stays in the history with its receipt: what it cost, and the digests of its input and output.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <RetentionForm key={String(retention.days)} retention={retention} save={saveRetention} />
        </CardContent>
      </Card>
      <Card aria-labelledby="rest">
        <CardHeader>
          <CardTitle id="rest">Everything else</CardTitle>
        </CardHeader>
        <CardContent>
          <ul className="grid list-disc gap-1.5 pl-5 text-sm">
            <li>
              <Link href={paths.blobList} className="underline underline-offset-4">
                Blobs
              </Link>{' '}
              expire {keptDays} days after they were made.
            </li>
            <li>
              Changes in the{' '}
              <Link href={paths.vault} className="underline underline-offset-4">
                vault
              </Link>{' '}
              can be undone for {historyDays} days. Files stay until somebody deletes them.
            </li>
            <li>Statements and the audit log are kept for ever.</li>
          </ul>
        </CardContent>
      </Card>
    </Page>
  )
}
