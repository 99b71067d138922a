/** Buttons that a skill suggests. A payload that is a valid input runs it; others, for agents, are hidden. */
'use client'

import { isObject, type Json } from '#lib/json/json.ts'
import type { SkillButton } from '#lib/skillset/document/skillset-document.ts'
import { Button } from '../ui/button.tsx'

type SkillButtonsProps = { buttons: readonly SkillButton[]; onRunWith?: (input: Json) => void }

export function SkillButtons({ buttons, onRunWith }: SkillButtonsProps) {
  const actions = buttons.flatMap((button) => {
    const input = readInput(button.payload)
    return input === undefined ? [] : [{ ...button, input }]
  })
  if (actions.length === 0 || !onRunWith) return null
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, payload, input }) => (
          <Button key={payload} variant="outline" size="sm" onClick={() => onRunWith(input)}>
            {label}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground text-xs">Each action runs the skill again with its own input.</p>
    </div>
  )
}

function readInput(payload: string): Json | undefined {
  try {
    const value = JSON.parse(payload) as Json
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
