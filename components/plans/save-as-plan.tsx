'use client'

import { Workflow } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { paths } from '#lib/site/paths.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

export type PlanFromRuns = (ids: readonly string[]) => Promise<ActionResult<{ slug: string }>>

type Props = Pick<ButtonProps, 'variant' | 'size' | 'disabled'> & {
  ids: readonly string[]
  make: PlanFromRuns
}

export function SaveAsPlan({ ids, make, ...look }: Props) {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const save = () =>
    start(async () => {
      const answer = await make(ids)
      if (answer.ok) router.push(paths.plan(answer.data.slug))
      else toast.error(answer.error.message)
    })
  return (
    <Button variant="outline" {...look} pending={isPending} onClick={save}>
      <Workflow aria-hidden /> Save as plan
    </Button>
  )
}
