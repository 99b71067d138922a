import type { Metadata } from 'next'
import { SharedOutput } from '#components/output/shared-output.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextOfVisitor } from '#lib/protocols/session/context/context-of-visitor.ts'
import { getSharedRun } from '#lib/runs/views/share-run.ts'

export const metadata: Metadata = { title: 'Shared run', robots: { index: false }, referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

/** A shared run for other sites, rendered as for a visitor and without anything that could be pressed on their behalf. */
export default async function EmbeddedSharedRunPage({ params }: Props) {
  const { token } = await params
  const { run, skill } = await orNotFound(getSharedRun(contextOfVisitor('form'), token))
  return (
    <div className="grid grid-cols-1 gap-4 p-4 [--header-height:0rem]">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="font-semibold text-lg tracking-tight [overflow-wrap:anywhere]">
          {skill?.title ?? run.skillName}
        </h1>
        <a
          href={paths.share(token)}
          target="_blank"
          rel="noopener"
          className="text-muted-foreground text-sm underline underline-offset-4"
        >
          {run.skillName} {run.versionNumber}
        </a>
      </header>
      <SharedOutput run={run} token={token} response={skill?.response} />
    </div>
  )
}
