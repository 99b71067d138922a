'use client'

/** What the tools of a plan are; a name that comes into it is asked for once. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import type { PlanCatalog, PlanTool } from '#lib/contract/plan/plan-tool.ts'
import { stepsOf } from './edit-plan.ts'
import type { PlanDoors } from './plan-studio.tsx'

// A name is mostly typed by then.
const PAUSE_MS = 250

export function useCatalog(
  plan: Json,
  initial: [string, PlanTool][],
  find: PlanDoors['findTools'],
): PlanCatalog {
  const [found, setFound] = useState(initial)
  const catalog = useMemo(() => new Map(found), [found])
  const asked = useRef(new Set(initial.map(([name]) => name)))
  const names = stepsOf(plan).flatMap(({ step: { tool } }) => (typeof tool === 'string' ? tool : []))
  const wanted = JSON.stringify([...new Set(names)])

  useEffect(() => {
    const unknown = (JSON.parse(wanted) as string[]).filter((name) => !asked.current.has(name))
    if (unknown.length === 0) return
    const timer = setTimeout(async () => {
      for (const name of unknown) asked.current.add(name)
      const answer = await find(unknown).catch(() => null)
      if (answer?.ok) return setFound((before) => [...before, ...answer.data])
      // The network was gone: asked again at the next change.
      for (const name of unknown) asked.current.delete(name)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, find])
  return catalog
}
