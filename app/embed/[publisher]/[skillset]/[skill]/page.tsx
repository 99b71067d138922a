import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EmbeddedForm } from '#components/runs/quick-execute/embedded-form.tsx'
import { getSkillPage } from '#lib/catalog/get-skill-page.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound, redirectFormerName } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextOfVisitor } from '#lib/protocols/session/context/context-of-visitor.ts'
import { getQuickExecute } from '#lib/runs/start/get-quick-execute.ts'
import { buildFormProps } from '../../../../[publisher]/[skillset]/[skill]/form-props.tsx'

export const metadata: Metadata = { title: 'Embedded skill', robots: { index: false } }

type Props = { params: Promise<{ publisher: string; skillset: string; skill: string }> }

/** A public skill's form for other sites, rendered as for a visitor, so that a frame never acts as its viewer. */
export default async function EmbeddedSkillPage({ params }: Props) {
  const ref = await params
  const ctx = contextOfVisitor('form')
  const page = await orNotFound(getSkillPage(ctx, ref))
  const { name, skill, skillSet, version } = page
  if (skill.kind === 'instruction') notFound()
  const parts = [skillSet.publisher.handle, skillSet.slug, skill.slug] as const
  await redirectFormerName(paths.embed(ref.publisher, ref.skillset, ref.skill), paths.embed(...parts))
  const form = buildFormProps(page, await getQuickExecute(ctx, page, { from: null, run: null }))
  const here = paths.skill(...parts)
  return (
    <div className="grid grid-cols-1 gap-4 p-4 [--header-height:0rem]">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="font-semibold text-lg tracking-tight [overflow-wrap:anywhere]">{skill.name}</h1>
        <a
          href={here}
          target="_blank"
          rel="noopener"
          className="text-muted-foreground text-sm underline underline-offset-4"
        >
          {name}
        </a>
      </header>
      <EmbeddedForm key={version.id} {...form} skill={{ ...form.skill, buttons: [] }} here={here} />
    </div>
  )
}
