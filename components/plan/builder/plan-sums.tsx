'use client'

import { CircleCheck, Coins, ListOrdered, OctagonAlert } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { RiskBadge } from '../risk-badge.tsx'
import { stepsOf } from './edit-plan.ts'
import { usePlan } from './plan-desk.tsx'

/** The whole plan in a line: how much it can do, what it may cost, and whether it can run. */
export function PlanSums() {
  const { plan, check } = usePlan()
  const count = stepsOf(plan).length
  const errors = check.issues.filter(({ severity }) => severity === 'error').length
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2" role="status" aria-label="The plan in short">
      <Badge variant="outline">
        <ListOrdered aria-hidden /> {count} {count === 1 ? 'step' : 'steps'}
      </Badge>
      <RiskBadge level={check.riskLevel} />
      <Badge variant="outline" className="whitespace-normal">
        <Coins aria-hidden /> {capital(check.price.words)}
      </Badge>
      {errors > 0 ? (
        <Badge variant="destructive">
          <OctagonAlert aria-hidden /> {errors} {errors === 1 ? 'problem' : 'problems'}
        </Badge>
      ) : (
        <Badge variant="success">
          <CircleCheck aria-hidden /> Ready to run
        </Badge>
      )}
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
