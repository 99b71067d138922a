/**
 * In a chat, a button sends its payload to the agent. Here, a payload that is a valid input runs the skill,
 * and any other is copied.
 */
'use client'

import { isObject, type Json } from '#lib/json/json.ts'
import type { SkillButton } from '#lib/skillset/document/skillset-document.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type SkillButtonsProps = { buttons: readonly SkillButton[]; onRunWith?: (input: Json) => void }

export function SkillButtons({ buttons, onRunWith }: SkillButtonsProps) {
  if (buttons.length === 0) return null
  const actions = buttons.map((button) => ({ ...button, input: onRunWith && readInput(button.payload) }))
  async function press({ payload, input }: { payload: string; input?: Json }) {
    if (input !== undefined && onRunWith) return onRunWith(input)
    await navigator.clipboard.writeText(payload)
    toast.success(`Copied “${payload}”`)
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button key={action.payload} variant="outline" size="sm" onClick={() => press(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground text-xs">
        {actions.every(({ input }) => input !== undefined)
          ? 'Each action runs the skill again with its own input.'
          : 'Suggested next actions for agents. Select one to copy its name.'}
      </p>
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
