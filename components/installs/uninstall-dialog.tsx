'use client'

/** Asks what happens to settings and secrets before a SkillSet is uninstalled. */
import { useId, useState, useTransition } from 'react'
import type { SkillSetRef } from '#lib/db/published.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import type { InstallActions } from './install-actions.ts'

type UninstallDialogProps = {
  skillSet: SkillSetRef & { name: string }
  hasConfig: boolean
  organisationName: string
  uninstallSkillSet: InstallActions['uninstallSkillSet']
  onDone: () => void
  onClose: () => void
}

const CHOICES = [
  {
    value: 'keep',
    label: 'Keep them',
    help: 'Encrypted, for when you install it again. You can delete them later.',
  },
  { value: 'delete', label: 'Delete them', help: 'They cannot be brought back.' },
] as const

export function UninstallDialog(props: UninstallDialogProps) {
  const { skillSet, hasConfig, organisationName, uninstallSkillSet, onDone, onClose } = props
  const [config, setConfig] = useState<'keep' | 'delete'>('keep')
  const [failure, setFailure] = useState('')
  const [pending, start] = useTransition()
  const id = useId()

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
        description={`${organisationName} will no longer be pinned to a version. Runs made so far stay in the history.`}
      >
        {hasConfig && (
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-medium text-sm">Its settings and secrets</legend>
            {CHOICES.map(({ value, label, help }) => (
              <div key={value} className="flex gap-2.5">
                <input
                  type="radio"
                  id={`${id}-${value}`}
                  name={`${id}-config`}
                  className="mt-0.5 size-4 accent-primary"
                  checked={config === value}
                  onChange={() => setConfig(value)}
                  aria-describedby={`${id}-${value}-help`}
                />
                <div className="grid gap-0.5 text-sm">
                  <label htmlFor={`${id}-${value}`} className="font-medium">
                    {label}
                  </label>
                  <span id={`${id}-${value}-help`} className="text-muted-foreground">
                    {help}
                  </span>
                </div>
              </div>
            ))}
          </fieldset>
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
