'use client'

import { useState, useTransition } from 'react'
import type { SkillSetRef } from '#lib/publishing/rows/published-versions.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import { attemptAction } from '../ui/use-action.ts'
import type { InstallActions } from './install-actions.ts'

type UninstallDialogProps = {
  skillSet: SkillSetRef & { name: string }
  hasConfig: boolean
  organisationName: string
  uninstallSkillSet: InstallActions['uninstallSkillSet']
  onDone: () => void
  onClose: () => void
}

const SETTINGS_CHOICES = {
  keep: {
    label: 'Keep them',
    help: 'They stay encrypted for a later install. You can delete them at any time.',
  },
  delete: { label: 'Delete them', help: 'This cannot be undone.' },
}

export function UninstallDialog(props: UninstallDialogProps) {
  const { skillSet, hasConfig, organisationName, uninstallSkillSet, onDone, onClose } = props
  const [config, setConfig] = useState<'keep' | 'delete'>('keep')
  const [failure, setFailure] = useState('')
  const [pending, start] = useTransition()

  function confirm() {
    start(async () => {
      const { publisher, skillset } = skillSet
      const result = await attemptAction(() => uninstallSkillSet({ publisher, skillset }, config))
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
        {hasConfig && (
          <RadioCards legend="Settings" options={SETTINGS_CHOICES} value={config} onChange={setConfig} />
        )}
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
