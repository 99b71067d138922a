'use client'

/** An organisation's plans, the one changed last first. */
import { Trash2 } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import type { SavedPlanLine } from '#lib/plans/list-plans.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { ToolRow } from './tool-row.tsx'

type Props = { plans: SavedPlanLine[]; remove: (slug: string) => Promise<ActionResult<null>> }

export function SavedPlanList({ plans, remove }: Props) {
  return (
    <section aria-labelledby="yours" className="grid grid-cols-1 gap-3">
      <h2 id="yours" className="font-semibold text-lg tracking-tight">
        Your plans
      </h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
        {plans.map((plan) => (
          <li key={plan.slug} className="relative flex gap-3 px-4 py-3 hover:bg-muted/60">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
              <Link
                href={paths.plan(plan.slug)}
                className="w-fit max-w-full font-medium text-sm [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {plan.title}
              </Link>
              {plan.goal !== '' && (
                <p className="line-clamp-2 text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">
                  {plan.goal}
                </p>
              )}
              <ToolRow tools={plan.tools} />
              <p className="text-muted-foreground text-xs">
                Changed <Time at={plan.savedAtMs} /> by {plan.savedBy}
              </p>
            </div>
            <Confirm
              title={`Delete “${plan.title}”?`}
              what="The plan is deleted for everyone in your organisation. Its past runs and what they did are kept."
              verb="Delete"
              onConfirm={async () => {
                const answer = await remove(plan.slug)
                return answer.ok ? undefined : answer.error.message
              }}
            >
              <Button
                variant="ghost"
                size="icon-sm"
                className="relative text-muted-foreground"
                aria-label={`Delete ${plan.title}`}
              >
                <Trash2 aria-hidden />
              </Button>
            </Confirm>
          </li>
        ))}
      </ul>
    </section>
  )
}
