'use client'

/** Install, change the version, uninstall: the buttons, and the windows they open. */
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { compareVersions } from '#lib/contract/version/version-number.ts'
import type { SkillSetRef } from '#lib/db/published.ts'
import { Button } from '../ui/button.tsx'
import type { InstallActions } from './install-actions.ts'
import { StepDialog } from './step-dialog.tsx'
import { UninstallDialog } from './uninstall-dialog.tsx'

type Target = { versionId: string; number: string }

export type InstallControlsProps = {
  skillSet: SkillSetRef & { name: string }
  organisationName: string
  installed: Target | null
  /** What a first button leads to: the version to install, or another one. */
  to: Target | null
  hasConfig: boolean
  actions: InstallActions
}

export function InstallControls(props: InstallControlsProps) {
  const { skillSet, organisationName, installed, to, hasConfig, actions } = props
  const [open, setOpen] = useState<'step' | 'uninstall'>()
  const router = useRouter()

  function done(sentence: string) {
    setOpen(undefined)
    toast.success(sentence)
    router.refresh()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {to && <Button onClick={() => setOpen('step')}>{stepLabel(installed, to)}</Button>}
      {installed && (
        <Button variant="outline" onClick={() => setOpen('uninstall')}>
          Uninstall
        </Button>
      )}
      {open === 'step' && to && (
        <StepDialog
          skillSet={skillSet}
          from={installed}
          to={to}
          actions={actions}
          onDone={(number) => done(`${organisationName} now runs ${skillSet.name} ${number}.`)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'uninstall' && (
        <UninstallDialog
          skillSet={skillSet}
          hasConfig={hasConfig}
          organisationName={organisationName}
          uninstallSkillSet={actions.uninstallSkillSet}
          onDone={() => done(`${skillSet.name} is uninstalled.`)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function stepLabel(installed: Target | null, to: Target): string {
  if (!installed) return `Install ${to.number}`
  return compareVersions(to.number, installed.number) > 0
    ? `Upgrade to ${to.number}`
    : `Go back to ${to.number}`
}
