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
  make: PlanFromRuns
}

export function SaveAsPlan({ ids, make, ...look }: Props) {
  const router = useRouter()
  const [isPending, start] = useAction()
  const save = () =>
    start(
      () => make(ids),
      (answer) => router.push(paths.plan(answer.slug)),
    )
  return (
    <Button variant="outline" {...look} pending={isPending} onClick={save}>
      <Workflow aria-hidden /> Save as plan
    </Button>
  )
}
