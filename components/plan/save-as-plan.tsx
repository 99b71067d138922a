'use client'

/** Makes a plan of runs: a step for each, with what each was given. */
import { Workflow } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

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
