'use client'

/**
 * The skill's own buttons.
 *
 * In a chat a press sends the payload to the agent. Here there is no agent: a payload that is an input runs the
 * skill with it, any other is copied, and the label under the buttons says which.
 */
import { toast } from 'sonner'
import type { SkillButton } from '#lib/contract/document/skillset-document.ts'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { Button } from '../ui/button.tsx'

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
          ? 'These run the skill again with an input of their own.'
          : 'In a chat these tell the agent what to do next; here they copy the action’s name.'}
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
