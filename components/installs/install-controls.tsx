'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { SkillSetRef } from '#lib/db/catalog/published-versions.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import { toast } from '../ui/toast.ts'
import {
  changeRangeStep,
  type InstallActions,
  type Installed,
  type InstallStep,
  installStepLabel,
  installStepTo,
} from './install-actions.ts'
import { InstallStepDialog } from './install-step-dialog.tsx'

export type InstallControlsProps = {
  skillSet: SkillSetRef & { name: string }
  organisationName: string
  installed: Installed | null
  to: { number: string } | null
  hasConfig: boolean
  actions: InstallActions
}

export function InstallControls(props: InstallControlsProps) {
  const { skillSet, organisationName, installed, hasConfig, actions } = props
  const [step, setStep] = useState<InstallStep>()
  const [isLeaving, setLeaving] = useState(false)
  const router = useRouter()
  // A version waiting for consent comes before one outside the range.
  const to = installed?.waiting ?? props.to

  function done(sentence: string) {
    setStep(undefined)
    setLeaving(false)
    toast.success(sentence)
    router.refresh()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {to && (
        <Button onClick={() => setStep(installStepTo(installed, to))}>
          {installStepLabel(installed, to)}
        </Button>
      )}
      {installed && (
        <>
          <Button variant="outline" onClick={() => setStep(changeRangeStep(installed))}>
            Updates…
          </Button>
          <Button variant="outline" onClick={() => setLeaving(true)}>
            Uninstall
          </Button>
        </>
      )}
      {step && (
        <InstallStepDialog
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
          onDone={() => done(`${skillSet.name} was uninstalled.`)}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  )
}

type UninstallDialogProps = {
  skillSet: SkillSetRef & { name: string }
  hasConfig: boolean
  organisationName: string
  uninstallSkillSet: InstallActions['uninstallSkillSet']
  onDone: () => void
  onClose: () => void
}

const CHOICES = {
  keep: {
    label: 'Keep them',
    help: 'They stay encrypted for a later install. You can delete them at any time.',
  },
  delete: { label: 'Delete them', help: 'This cannot be undone.' },
}

function UninstallDialog(props: UninstallDialogProps) {
  const { skillSet, hasConfig, organisationName, uninstallSkillSet, onDone, onClose } = props
  const [config, setConfig] = useState<'keep' | 'delete'>('keep')
  const [failure, setFailure] = useState('')
  const [pending, start] = useTransition()

  function confirm() {
    start(async () => {
      const { publisher, skillset } = skillSet
      const result = await uninstallSkillSet({ publisher, skillset }, config)
      if (result.ok) onDone()
      else setFailure(result.error.message)
    })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Uninstall ${skillSet.name}?`}
        description={`${organisationName} will no longer be pinned to a version. Past runs stay in the history.`}
      >
        {hasConfig && <RadioCards legend="Settings" options={CHOICES} value={config} onChange={setConfig} />}
        {failure && <Alert variant="destructive">{failure}</Alert>}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button variant="destructive" pending={pending} onClick={confirm}>
            Uninstall
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
