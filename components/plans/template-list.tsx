'use client'

import { Copy } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { TemplateLine } from '#lib/plans/saved/list-plans.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'
import { RiskBadge } from './parts/risk-badge.tsx'

export type CreatePlan = (plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>

type Props = {
  templates: TemplateLine[]
  read: (slug: string) => Promise<ActionResult<{ title: string; text: string }>>
  create: CreatePlan
}

export function TemplateList({ templates, read, create }: Props) {
  const { copy, copied } = useTemplateCopy(create)
  if (templates.length === 0) return null
  return (
    <section aria-labelledby="templates" className="grid grid-cols-1 gap-3">
      <h2 id="templates" className="font-semibold text-lg tracking-tight">
        Templates
      </h2>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {templates.map(({ slug, title, summary, riskLevel, steps }) => (
          <li key={slug} className="grid grid-cols-1">
            <Card className="grid grid-cols-1 grid-rows-[1fr_auto] gap-4 p-5">
              <div className="grid grid-cols-1 content-start gap-2">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                  <h3 className="font-medium">
                    <Link href={paths.planTemplate(slug)} className="underline-offset-4 hover:underline">
                      {title}
                    </Link>
                  </h3>
                  <RiskBadge level={riskLevel} />
                </div>
                <p className="text-pretty text-muted-foreground text-sm">{summary}</p>
                <StepLines steps={steps} />
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  pending={copied === slug}
                  onClick={() => copy(slug, () => read(slug))}
                >
                  <Copy aria-hidden /> Use a copy<span className="sr-only"> of {title}</span>
                </Button>
                <LinkButton href={paths.planTemplate(slug)} variant="ghost" size="sm">
                  Preview<span className="sr-only">: {title}</span>
                </LinkButton>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StepLines({ steps }: Pick<TemplateLine, 'steps'>) {
  return (
    <ol className="mt-1 grid list-decimal grid-cols-1 gap-1.5 pl-5 text-sm marker:text-muted-foreground">
      {steps.map(({ tool, preview }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={index}>
          <span className="[overflow-wrap:anywhere]">{preview}</span>
          <code className="block truncate font-mono text-[0.6875rem] text-muted-foreground">{tool}</code>
        </li>
      ))}
    </ol>
  )
}

type Read = () => Promise<ActionResult<{ title: string; text: string }>>

/** Copies a template into a new plan. `copied` is the slug of the template that is being copied. */
export function useTemplateCopy(create: CreatePlan) {
  const router = useRouter()
  const [slug, setSlug] = useState<string>()
  const [isPending, start] = useTransition()

  const copy = (templateSlug: string, read: Read) => {
    setSlug(templateSlug)
    start(async () => {
      const template = await attemptAction(read)
      const result = template.ok
        ? await attemptAction(() => create({ title: template.data.title, text: template.data.text }))
        : template
      if (result.ok) router.push(paths.plan(result.data.slug))
      else toast.error(result.error.message)
    })
  }
  return { copy, copied: isPending ? slug : undefined }
}
