'use client'

/** Install, change the version, uninstall: the buttons, and the windows they open. */
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import type { SkillSetRef } from '#lib/db/published.ts'
import { Button } from '../ui/button.tsx'
import type { InstallActions } from './install-actions.ts'
import { changeFollowed, type Installed, type Step, stepLabel, stepTo } from './next-step.ts'
import { StepDialog } from './step-dialog.tsx'
import { UninstallDialog } from './uninstall-dialog.tsx'

export type InstallControlsProps = {
  skillSet: SkillSetRef & { name: string }
  organisationName: string
  installed: Installed | null
  /** What a first button leads to: the version to install, or another one. */
  to: { number: string } | null
  hasConfig: boolean
  actions: InstallActions
}

export function InstallControls(props: InstallControlsProps) {
  const { skillSet, organisationName, installed, hasConfig, actions } = props
  const [step, setStep] = useState<Step>()
  const [isLeaving, setLeaving] = useState(false)
  const router = useRouter()
  // What waits for a consent comes before what is outside the range.
  const to = installed?.waiting ?? props.to

  function done(sentence: string) {
    setStep(undefined)
    setLeaving(false)
    toast.success(sentence)
    router.refresh()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {to && <Button onClick={() => setStep(stepTo(installed, to))}>{stepLabel(installed, to)}</Button>}
      {installed && (
        <>
          <Button variant="outline" onClick={() => setStep(changeFollowed(installed))}>
            Updates…
          </Button>
          <Button variant="outline" onClick={() => setLeaving(true)}>
            Uninstall
          </Button>
        </>
      )}
      {step && (
        <StepDialog
          skillSet={skillSet}
          from={installed}
          to={step}
          actions={actions}
          onDone={({ to: { number }, range }) =>
            done(
              `${organisationName} now ${range === null ? 'runs' : `follows ${range}:`} ${skillSet.name} ${number}.`,
            )
          }
          onClose={() => setStep(undefined)}
        />
      )}
      {isLeaving && (
        <UninstallDialog
          skillSet={skillSet}
          hasConfig={hasConfig}
          organisationName={organisationName}
          uninstallSkillSet={actions.uninstallSkillSet}
          onDone={() => done(`${skillSet.name} is uninstalled.`)}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  )
}
