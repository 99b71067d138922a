'use client'

/** The actions that a skill suggests after its result. */
import { Check, Copy, Play } from 'lucide-react'
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

/** Inputs to try next, apart from messages to an agent: neither does anything with the result above. */
export function SkillButtons({ buttons, ...rest }: SkillButtonsProps) {
  if (buttons.length === 0) return null
  const inputs = buttons.filter((button) => buttonInput(button) !== undefined)
  const messages = buttons.filter((button) => buttonInput(button) === undefined)
  return (
    <section aria-label="Next actions" className="grid gap-4">
      {inputs.length > 0 && <InputButtons buttons={inputs} {...rest} />}
      {messages.length > 0 && <MessageButtons buttons={messages} disabled={rest.disabled} />}
    </section>
  )
}

const LOOK = { variant: 'outline', size: 'sm' } as const

function InputButtons({ buttons, onRun, skillName, disabled }: SkillButtonsProps) {
  return (
    <div className="grid gap-1.5">
      <p className="text-pretty text-muted-foreground text-xs">
        <span className="font-medium text-foreground">Try another input.</span>{' '}
        {onRun
          ? 'It replaces yours in the form, and the skill runs again.'
          : 'It opens the skill with that input.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {buttons.map((button) => {
          const { label, payload } = button
          const input = buttonInput(button)
          if (input === undefined) return null
          if (onRun)
            return (
              <Button
                key={`${label} ${payload}`}
                {...LOOK}
                disabled={disabled}
                title={payload}
                onClick={() => onRun(input)}
              >
                <Play aria-hidden /> {label}
              </Button>
            )
          if (!skillName) return null
          const href = withInputFragment(skillNamePath(skillName), input)
          return (
            <LinkButton key={`${label} ${payload}`} {...LOOK} href={href} title={payload}>
              {label}
            </LinkButton>
          )
        })}
      </div>
    </div>
  )
}

function MessageButtons({ buttons, disabled }: Pick<SkillButtonsProps, 'buttons' | 'disabled'>) {
  const [copied, setCopied] = useState<SkillButton>()
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-pretty text-muted-foreground text-xs">
        <span className="font-medium text-foreground">Messages to an agent.</span>{' '}
        {copied
          ? `Copied “${copied.payload}”. Paste it into your conversation with the agent that uses this skill.`
          : 'Each copies a message for your conversation with an agent that uses this skill.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {buttons.map((button) => {
          const { label, payload } = button
          const Icon = copied === button ? Check : Copy
          return (
            <Button
              key={`${label} ${payload}`}
              {...LOOK}
              disabled={disabled}
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
    </div>
  )
}
