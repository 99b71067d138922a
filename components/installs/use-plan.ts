'use client'

import { useEffect, useRef, useState } from 'react'
import { parseRange } from '#lib/contract/version/version-range.ts'
import type { SkillSetRef } from '#lib/db/published.ts'
import type { PublicError } from '#lib/errors.ts'
import type { PlannedChange } from '#lib/installs/plan-change.ts'
import type { InstallActions } from './install-actions.ts'

// Between two keystrokes of somebody who is typing a range.
const PAUSE_MS = 250

type Answer = { range: string; plan?: PlannedChange; error?: PublicError }

export type AskedPlan = {
  /** The answer to what is chosen now; undefined while it is asked for, and when there is none. */
  plan?: PlannedChange
  error?: PublicError
  /** Why what is typed is no range. */
  whyNot?: string
}

/** What following `range` would mean, asked of the server as it is chosen or typed. */
export function usePlan(
  planStep: InstallActions['planStep'],
  { publisher, skillset }: SkillSetRef,
  range: string,
): AskedPlan {
  const [answer, setAnswer] = useState<Answer>()
  const hasAsked = useRef(false)
  const wanted = parseRange(range)
  const whyNot = 'whyNot' in wanted ? wanted.whyNot : undefined

  useEffect(() => {
    if (whyNot) return
    let isWanted = true
    const ask = async () => {
      hasAsked.current = true
      const result = await planStep({ publisher, skillset }, { range })
      if (isWanted) setAnswer(result.ok ? { range, plan: result.data } : { range, error: result.error })
    }
    const timer = setTimeout(ask, hasAsked.current ? PAUSE_MS : 0)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [planStep, publisher, skillset, range, whyNot])

  if (whyNot) return { whyNot }
  return answer?.range === range ? { plan: answer.plan, error: answer.error } : {}
}
