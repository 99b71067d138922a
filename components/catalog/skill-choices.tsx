'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { ListedChoice } from '#lib/runs/start/list-choices.ts'
import { FieldChoicesProvider, type LoadChoices } from '../forms/frame/field-choices.tsx'

type ListChoices = (request: unknown) => Promise<ActionResult<ListedChoice[]>>

const Source = createContext<ListChoices | null>(null)

/** Lists choices of published skills, for all forms of a page. */
export function ChoicesSource({ list, children }: { list: ListChoices; children: ReactNode }) {
  return <Source value={list}>{children}</Source>
}

type SkillChoicesProps = {
  skill: { name: string; version?: string }
  /** Such values are not sent. */
  isUnknown?: (value: Json) => boolean
  children: ReactNode
}

/** Use it below `ChoicesSource`. */
export function SkillChoices({ skill: { name, version }, isUnknown, children }: SkillChoicesProps) {
  const list = use(Source)
  const load = useMemo<LoadChoices | null>(
    () =>
      list &&
      ((helper, input) => {
        const entries = Object.entries(input as JsonObject)
        const known = Object.fromEntries(entries.filter(([, value]) => !isUnknown?.(value)))
        return list({ skillName: name, version, helper, input: JSON.stringify(known) })
      }),
    [list, name, version, isUnknown],
  )
  return <FieldChoicesProvider value={load}>{children}</FieldChoicesProvider>
}
