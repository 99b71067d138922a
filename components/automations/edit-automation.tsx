'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { AutomationView } from '#lib/automations/automation-view.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { SavedNote } from '../accounts/form-result.tsx'
import { DisabledUntilHydrated } from '../browser/disabled-until-hydrated.tsx'
import { AutomationForm, type SentAutomation } from './automation-form.tsx'

type Props = {
  automation: AutomationView
  schema?: JsonSchema
  change: (id: string, request: SentAutomation) => Promise<ActionResult<void>>
}

export function EditAutomation({ automation, schema, change }: Props) {
  const { id, title, trigger, timeZone, maxPrice, target } = automation
  const [isSaved, setSaved] = useState(false)
  const router = useRouter()
  const draft = {
    title,
    trigger,
    timeZone,
    maxPrice,
    ...(target.kind === 'skill' ? { input: target.input } : { isConfirmed: target.isConfirmed }),
  }
  return (
    <section aria-labelledby="edit" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="edit" className="font-semibold text-lg tracking-tight">
          Settings
        </h2>
        <SavedNote show={isSaved}>Saved.</SavedNote>
      </div>
      <DisabledUntilHydrated className="rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5">
        <AutomationForm
          isExisting
          draft={draft}
          schema={schema}
          submitLabel="Save"
          send={(request) => {
            setSaved(false)
            return change(id, request)
          }}
          onDone={() => {
            setSaved(true)
            router.refresh()
          }}
        />
      </DisabledUntilHydrated>
    </section>
  )
}
