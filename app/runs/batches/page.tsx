import { Table2 } from 'lucide-react'
import type { Metadata } from 'next'
import { BatchLine } from '#components/runs/batches/batch-view.tsx'
import { RunKinds } from '#components/runs/run-kinds.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { CardList } from '#components/ui/link-rows.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listBatches } from '#lib/runs/batches/get-batch.ts'

export const metadata: Metadata = { title: 'Batches' }

export default async function BatchesPage() {
  const batches = await orNotFound(listBatches(await contextFromCookie()))
  return (
    <Page title="Runs" description="A batch runs one skill for each row of a sheet.">
      <RunKinds current="batches" />
      {batches.length > 0 ? (
        <CardList aria-label="Batches">
          {batches.map((batch) => (
            <BatchLine key={batch.id} batch={batch} />
          ))}
        </CardList>
      ) : (
        <EmptyState
          icon={Table2}
          title="No batches yet"
          action={<LinkButton href={paths.home}>Find a skill</LinkButton>}
        >
          Open a skill and select “Run for many rows” to run it for a CSV file or cells of a spreadsheet.
        </EmptyState>
      )}
    </Page>
  )
}
