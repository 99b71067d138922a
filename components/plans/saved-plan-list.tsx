'use client'

import { ChevronRight, Trash2 } from 'lucide-react'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { SavedPlanLine } from '#lib/plans/saved/list-plans.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'

type Props = { plans: SavedPlanLine[]; remove: (slug: string) => Promise<ActionResult<void>> }

export function SavedPlanList({ plans, remove }: Props) {
  return (
    <section aria-labelledby="yours" className="grid grid-cols-1 gap-3">
      <h2 id="yours" className="font-semibold text-lg tracking-tight">
        Your plans
      </h2>
      <CardList>
        {plans.map((plan) => (
          <li key={plan.slug} className="relative flex gap-3 px-4 py-3 hover:bg-muted/60">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
              <Link
                href={paths.plan(plan.slug)}
                className="w-fit max-w-full font-medium text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {plan.title}
              </Link>
              {plan.goal !== '' && plan.goal !== plan.title && (
                <p className="line-clamp-2 text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">
                  {plan.goal}
                </p>
              )}
              <ToolNameList tools={plan.tools} />
              <p className="text-muted-foreground text-xs">
                Changed <Time at={plan.savedAtMs} /> by {plan.savedBy}
              </p>
            </div>
            {plan.canChange && (
              <ConfirmDialog
                title={`Delete “${plan.title}”?`}
                description="The plan will be deleted for everyone in your organisation. Its past runs and their changes stay."
                confirmLabel="Delete"
                onConfirm={() => remove(plan.slug)}
              >
                <Button
                  variant="ghost"
                  size="icon-sm"
                  className="relative text-muted-foreground"
                  aria-label={`Delete ${plan.title}`}
                >
                  <Trash2 aria-hidden />
                </Button>
              </ConfirmDialog>
            )}
          </li>
        ))}
      </CardList>
    </section>
  )
}

const MAX_SHOWN_TOOLS = 6

function ToolNameList({ tools }: { tools: string[] }) {
  if (tools.length === 0) return <p className="text-muted-foreground text-xs">No steps yet</p>
  const more = tools.length - MAX_SHOWN_TOOLS
  return (
    <ol
      aria-label={plural(tools.length, 'step')}
      className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1 text-muted-foreground text-xs"
    >
      {tools.slice(0, MAX_SHOWN_TOOLS).map((tool, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={index} className="flex min-w-0 max-w-full items-center gap-1">
          {index > 0 && <ChevronRight className="size-3 shrink-0" aria-hidden />}
          <code className="truncate rounded-sm bg-muted px-1.5 py-0.5 font-mono text-[0.6875rem]">
            {tool}
          </code>
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ol>
  )
}
