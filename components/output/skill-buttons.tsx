'use client'

/** The actions that a skill suggests after its result. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { withInputFragment } from '#lib/kernel/site/input-fragment.ts'
import { skillNamePath } from '#lib/kernel/site/paths.ts'
import { buttonInput } from '#lib/runs/model/result-buttons.ts'
import { Button, LinkButton } from '../ui/button.tsx'

type SkillButtonsProps = {
  buttons: readonly SkillButton[]
  /** Runs the skill with another input. Without it, such a button opens the page of the skill. */
  onRun?: (input: Json) => void
  skillName?: string
  disabled?: boolean
}

export function SkillButtons({ buttons, onRun, skillName, disabled }: SkillButtonsProps) {
  const [copied, setCopied] = useState<SkillButton>()
  if (buttons.length === 0) return null
  const messages = buttons.filter((button) => buttonInput(button) === undefined)
  return (
    <section aria-label="Next actions" className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {buttons.map((button, index) => {
          const { label, payload } = button
          const input = buttonInput(button)
          const key = `${index} ${payload}`
          const shared = { variant: 'outline', size: 'sm' } as const
          if (input !== undefined && onRun)
            return (
              <Button key={key} {...shared} disabled={disabled} onClick={() => onRun(input)}>
                {label}
              </Button>
            )
          if (input !== undefined && skillName)
            return (
              <LinkButton key={key} {...shared} href={withInputFragment(skillNamePath(skillName), input)}>
                {label}
              </LinkButton>
            )
          const Icon = copied === button ? Check : Copy
          return (
            <Button
              key={key}
              {...shared}
              title={`Copies “${payload}”`}
              onClick={async () => {
                await navigator.clipboard.writeText(payload)
                setCopied(button)
              }}
            >
              <Icon aria-hidden /> {label}
            </Button>
          )
        })}
      </div>
      <p role="status" className="text-pretty text-muted-foreground text-xs">
        {copied
          ? `Copied “${copied.payload}”. Paste it into your conversation with the agent that uses this skill.`
          : explanation(messages.length, buttons.length, onRun !== undefined)}
      </p>
    </section>
  )
}

function explanation(messages: number, all: number, canRun: boolean): string {
  const run = canRun
    ? 'An action runs the skill again with its own input.'
    : 'An action opens the skill with its own input.'
  const copy =
    'A button with the copy sign is a message to the agent that uses this skill: it copies the message for your conversation.'
  if (messages === 0) return run
  return messages === all ? copy.replace('A button with the copy sign', 'Each button') : `${run} ${copy}`
}
