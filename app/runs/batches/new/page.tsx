import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NewBatch } from '#components/runs/batches/new-batch.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { getSkillPage } from '#lib/catalog/get-skill-page.ts'
import { requireViewer } from '#lib/context/context.ts'
import { parseSkillName } from '#lib/kernel/names/skill-name.ts'
import { skillNamePath } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listBatchFields } from '#lib/runs/model/batch-inputs.ts'
import { quoteBatch, startBatch } from '../../actions.ts'

export const metadata: Metadata = { title: 'Run for many rows' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewBatchPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const name = parseSkillName(params.get('skill'))
  if (!name) notFound()
  const ctx = await contextFromCookie()
  const page = await orNotFound(load(ctx, name))
  const fields = listBatchFields(page.skill.parameters)
  const isAction = page.skill.kind !== 'instruction' && !page.isBuiltIn
  return (
    <Page
      eyebrow={<BackLink href={skillNamePath(page.name)}>{page.skill.name}</BackLink>}
      title="Run for many rows"
      description="One run for each row of a sheet. Every row is checked before anything starts or is charged."
    >
      {isAction && fields.length > 0 ? (
        <NewBatch
          skill={page.name}
          version={page.version.number}
          fields={fields}
          actions={{ quoteBatch, startBatch }}
        />
      ) : (
        <EmptyState title="This skill cannot run for rows">
          Its input has no fields that columns of a sheet could fill.
        </EmptyState>
      )}
    </Page>
  )
}

async function load(
  ctx: Awaited<ReturnType<typeof contextFromCookie>>,
  { publisher, skillSet, skill }: NonNullable<ReturnType<typeof parseSkillName>>,
) {
  requireViewer(ctx)
  return getSkillPage(ctx, { publisher, skillset: skillSet, skill })
}
