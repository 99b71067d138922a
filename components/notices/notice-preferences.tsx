'use client'

import { useId, useState } from 'react'
import type { TopicPreference } from '#lib/notices/notice-preferences.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Label } from '../ui/forms/input.tsx'
import { toast } from '../ui/toast.ts'

type Choice = Pick<TopicPreference, 'topic' | 'onSite' | 'byEmail' | 'byWebhook'>

type NoticePreferencesProps = {
  preferences: TopicPreference[]
  save: (choice: Choice) => Promise<ActionResult<void>>
  hasWebhook: boolean
}

export function NoticePreferences({ preferences, ...rest }: NoticePreferencesProps) {
  return (
    <ul className="divide-y divide-border">
      {preferences.map((preference) => (
        <TopicLine key={preference.topic} preference={preference} {...rest} />
      ))}
    </ul>
  )
}

type TopicLineProps = { preference: TopicPreference } & Pick<NoticePreferencesProps, 'save' | 'hasWebhook'>

function TopicLine({ preference, save, hasWebhook }: TopicLineProps) {
  const { topic, label, description } = preference
  const [choice, setChoice] = useState<Choice>({
    topic,
    onSite: preference.onSite,
    byEmail: preference.byEmail,
    byWebhook: preference.byWebhook,
  })
  const id = useId()

  async function change(changed: Partial<Choice>) {
    const next = { ...choice, ...changed }
    setChoice(next)
    const result = await save(next)
    if (result.ok) return
    setChoice(choice)
    toast.error(result.error.message)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <h3 id={id} className="font-medium text-sm">
          {label}
        </h3>
        <p className="text-muted-foreground text-sm">{description}</p>
      </div>
      <fieldset aria-labelledby={id} className="flex gap-5">
        <ChannelCheckbox label="Site" isChosen={choice.onSite} onChoose={(onSite) => change({ onSite })} />
        <ChannelCheckbox
          label="Email"
          isChosen={choice.byEmail}
          onChoose={(byEmail) => change({ byEmail })}
        />
        {hasWebhook && (
          <ChannelCheckbox
            label="Webhook"
            isChosen={choice.byWebhook}
            onChoose={(byWebhook) => change({ byWebhook })}
          />
        )}
      </fieldset>
    </li>
  )
}

type ChannelCheckboxProps = { label: string; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function ChannelCheckbox({ label, isChosen, onChoose }: ChannelCheckboxProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <Checkbox id={id} checked={isChosen} onCheckedChange={onChoose} />
      <Label htmlFor={id}>{label}</Label>
    </span>
  )
}
