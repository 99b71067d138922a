'use client'

import { useEffect, useId, useState } from 'react'
import { readConfigDefinitions } from '#lib/contracts/document/read-draft.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { TestSettings } from '#lib/publishing/drafts/test-settings.ts'
import { Alert } from '../../../ui/alert.tsx'
import { EmptyState, Skeleton } from '../../../ui/empty-state.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Label } from '../../../ui/forms/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { attemptAction } from '../../../ui/use-action.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'

/** Loaded with the section, because the form would be a sixth of the studio's scripts. */
const loadForm = () => import('../../../config/config-form.tsx')

export function TestSettingsSection() {
  const { state } = useStudio()
  const hasConfig = readConfigDefinitions(state.document).length > 0
  return (
    <StudioSection
      location={{ section: 'test' }}
      title="Test settings"
      description="Values of your config keys for your own tests: Try it, the examples and the checklist. They are encrypted, never part of the SkillSet or its exports, and deleted with the draft. A secret is sent only to the hosts that you declared when you entered it."
    >
      {hasConfig ? (
        <TestSettingsForm />
      ) : (
        <EmptyState title="No settings">
          Your skills have no config keys. Add one under Config, for example an API key.
        </EmptyState>
      )}
    </StudioSection>
  )
}

/** Saves the draft first, whose config keys the server draws. */
function TestSettingsForm() {
  const { actions, store } = useStudio()
  const formModule = useLoaded(loadForm)
  const [settings, setSettings] = useState<TestSettings>()
  const [error, setError] = useState<PublicError>()

  useEffect(() => {
    let isShown = true
    async function load() {
      await store.flush()
      const answer = await attemptAction(actions.readTestSettings)
      if (!isShown) return
      if (answer.ok) setSettings(answer.data)
      else setError(answer.error)
    }
    void load()
    return () => {
      isShown = false
    }
  }, [actions, store])

  if (error) return <Alert variant="destructive">{error.message}</Alert>
  if (!settings || !formModule)
    return (
      <div role="status" className="grid max-w-2xl gap-3">
        <span className="sr-only">Loading…</span>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  return (
    <div className="grid max-w-2xl gap-8">
      <formModule.ConfigForm
        form={settings}
        save={actions.saveTestSettings}
        missingTitle="Required before your examples can run"
      />
      <AllowedUse
        label="Reviewers may run with these settings"
        description="They never see a secret. Their runs of a version that you submitted use your accounts, each use is recorded, and you can end it at any time."
        initial={settings.forReviewers}
        save={actions.shareTestSettings}
      />
      <AllowedUse
        label="Weekly checks may run with these settings"
        description="Once a week the recorded examples of your published version run against the real hosts, with your accounts, if they change nothing. You see where the answers of the world have changed. Secrets only go to the hosts for which you entered them, and you can end it at any time."
        initial={settings.forLiveChecks}
        save={actions.lendTestSettings}
      />
    </div>
  )
}

type AllowedUseProps = {
  label: string
  description: string
  initial: boolean
  save: (isAllowed: boolean) => Promise<ActionResult<void>>
}

function AllowedUse({ label, description, initial, save }: AllowedUseProps) {
  const [isAllowed, setAllowed] = useState(initial)
  const id = useId()

  async function change(next: boolean) {
    setAllowed(next)
    const answer = await attemptAction(() => save(next))
    if (answer.ok) return
    setAllowed(!next)
    toast.error(answer.error.message)
  }

  return (
    <div className="grid gap-1.5 border-border border-t pt-6">
      <div className="flex items-center gap-2.5">
        <Checkbox
          id={id}
          checked={isAllowed}
          aria-describedby={`${id}-help`}
          onCheckedChange={(next) => void change(next)}
        />
        <Label htmlFor={id}>{label}</Label>
      </div>
      <p id={`${id}-help`} className="text-pretty text-muted-foreground text-sm">
        {description}
      </p>
    </div>
  )
}
