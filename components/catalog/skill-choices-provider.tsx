'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { ListedChoice } from '#lib/runs/start/list-choices.ts'
import { FieldChoicesProvider, type LoadChoices } from '../forms/frame/field-choices.tsx'

type ListChoices = (request: unknown) => Promise<ActionResult<ListedChoice[]>>

const Source = createContext<ListChoices | null>(null)

/** Provides the server action that lists choices of published skills, for all forms of a page. */
export function ChoicesLoaderProvider({ list, children }: { list: ListChoices; children: ReactNode }) {
  return <Source value={list}>{children}</Source>
}

type SkillChoicesProviderProps = {
  skill: { name: string; version?: string }
  /** Tells which values are not known yet and therefore not sent. */
  isUnknown?: (value: Json) => boolean
  children: ReactNode
}

/** Provides the choices of one skill to its form. Use it below `ChoicesLoaderProvider`. */
export function SkillChoicesProvider({
  skill: { name, version },
  isUnknown,
  children,
}: SkillChoicesProviderProps) {
  const list = use(Source)
  const load = useMemo<LoadChoices | null>(
    () =>
      list &&
      ((helper, input) => {
        const entries = Object.entries(input as JsonObject)
        const knownInput = Object.fromEntries(entries.filter(([, value]) => !isUnknown?.(value)))
        return list({ skillName: name, version, helper, input: JSON.stringify(knownInput) })
      }),
    [list, name, version, isUnknown],
  )
  return <FieldChoicesProvider value={load}>{children}</FieldChoicesProvider>
}
