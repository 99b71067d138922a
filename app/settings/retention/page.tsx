import type { Metadata } from 'next'
import { RetentionForm } from '#components/organisations/retention-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getBlobQuota } from '#lib/blobs/list-blobs.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { DAY_MS } from '#lib/kernel/time.ts'
import { getRetention } from '#lib/organisations/retention-setting.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { undoableMs } from '#lib/vault/vault-usage.ts'
import { saveRetention } from './actions.ts'

export const metadata: Metadata = { title: 'Retention' }

export default async function RetentionPage() {
  const ctx = await contextFromCookie()
  const [retention, { retentionDays }] = await orNotFound(Promise.all([getRetention(ctx), getBlobQuota(ctx)]))
  const historyDays = Math.round((await undoableMs(ctx.db)) / DAY_MS)

  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.organisation}>Organisation</BackLink>}
      title="Retention"
      description={`How long ${retention.organisationName} stores the inputs and outputs of runs.`}
    >
      <SectionCard
        id="runs"
        title="Runs"
        description="After this time, inputs, outputs, logs, shared links and plan runs are deleted. Each run stays in the history with its receipt: its cost and the digests of its input and output. With “Do not store”, inputs and outputs are only in memory and in the reply to the call."
      >
        <RetentionForm key={String(retention.days)} retention={retention} save={saveRetention} />
      </SectionCard>
      <SectionCard id="rest" title="Everything else">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          <li>
            <TextLink href={paths.blobList}>Blobs</TextLink> expire {retentionDays} days after they are
            created.
          </li>
          <li>
            Changes in the <TextLink href={paths.vault}>vault</TextLink> can be undone for {historyDays} days.
            Files are stored until you delete them.
          </li>
          <li>Statements and the audit log are stored permanently.</li>
        </ul>
      </SectionCard>
    </Page>
  )
}
