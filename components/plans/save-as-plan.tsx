'use client'

import { Workflow } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

export type PlanFromRuns = (ids: readonly string[]) => Promise<ActionResult<{ slug: string }>>

type Props = Pick<ButtonProps, 'variant' | 'size' | 'disabled'> & {
  ids: readonly string[]
  createPlan: PlanFromRuns
}

export function SaveAsPlan({ ids, createPlan, ...buttonProps }: Props) {
  const router = useRouter()
  const [isPending, start] = useAction()
  const save = () =>
    start(
      () => createPlan(ids),
      (answer) => router.push(paths.plan(answer.slug)),
    )
  return (
    <Button variant="outline" {...buttonProps} pending={isPending} onClick={save}>
      <Workflow aria-hidden /> Save as plan
    </Button>
  )
}
