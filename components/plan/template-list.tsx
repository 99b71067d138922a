'use client'

/** Plans to begin with: each says what it does, step by step, and is copied with one click. */
import { Copy } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { TemplateLine } from '#lib/plans/list-plans.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RiskBadge } from './risk-badge.tsx'

type Props = {
  templates: TemplateLine[]
  read: (slug: string) => Promise<ActionResult<{ title: string; text: string }>>
  create: (plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>
}

export function TemplateList({ templates, read, create }: Props) {
  const router = useRouter()
  const [copied, setCopied] = useState<string>()
  const [isPending, start] = useTransition()
  if (templates.length === 0) return null

  const copy = (slug: string) => {
    setCopied(slug)
    start(async () => {
      const template = await read(slug)
      const made = template.ok
        ? await create({ title: template.data.title, text: template.data.text })
        : template
      if (made.ok) router.push(paths.plan(made.data.slug))
      else toast.error(made.error.message)
    })
  }
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
                  <h3 className="font-medium">{title}</h3>
                  <RiskBadge level={riskLevel} />
                </div>
                <p className="text-pretty text-muted-foreground text-sm">{summary}</p>
                <StepLines steps={steps} />
              </div>
              <Button
                variant="outline"
                size="sm"
                className="w-fit"
                pending={isPending && copied === slug}
                onClick={() => copy(slug)}
              >
                <Copy aria-hidden /> Use a copy<span className="sr-only"> of {title}</span>
              </Button>
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
