'use client'

import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { SavedPlanView } from '#lib/plans/saved/saved-plans.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { BackLink, PageHeader } from '../../ui/page-header.tsx'
import { type PlanViewMode, ReadOnlyPlanTabs } from '../read-only-plan-tabs.tsx'
import { type CreatePlan, useTemplateCopy } from '../template-list.tsx'
import { RunPlanButton } from './run-plan-button.tsx'

type Props = { saved: SavedPlanView; create: CreatePlan; automate: ReactNode }

/** The plan of another member, which members who are not admins can run and copy but not change. */
export function ReadOnlyPlan({ saved: { slug, title, text }, create, automate }: Props) {
  const [view, setView] = useState<PlanViewMode>('steps')
  const { copy, copied } = useTemplateCopy(create)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={<BackLink href={paths.plans}>Plans</BackLink>}
        title={title}
        actions={
          <>
            <RunPlanButton goTo={() => setView('steps')} />
            {automate}
          </>
        }
      />
      <Alert
        title="Another member created this plan"
        action={
          <Button
            variant="outline"
            size="sm"
            pending={copied !== undefined}
            onClick={() => copy(slug, async () => ({ ok: true, data: { title, text } }))}
          >
            <Copy aria-hidden /> Use a copy
          </Button>
        }
      >
        Only its creator and admins of your organisation can change it. You can run it, or change a copy.
      </Alert>
      <ReadOnlyPlanTabs label="Plan view" jsonLabel="The plan as JSON" view={view} onViewChange={setView} />
    </div>
  )
}
