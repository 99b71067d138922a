'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import type { SkillSetRef } from '#lib/publishing/rows/published-versions.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { InstallActions, Installed, InstallOffer, InstallStep } from './install-actions.ts'

const InstallStepDialog = lazy(async () => ({
  default: (await import('./install-step-dialog.tsx')).InstallStepDialog,
}))
const UninstallDialog = lazy(async () => ({
  default: (await import('./uninstall-dialog.tsx')).UninstallDialog,
}))

type InstallControlsProps = {
  skillSet: SkillSetRef & { name: string }
  organisationName: string
  installed: Installed | null
  offer: InstallOffer | null
  hasConfig: boolean
  actions: InstallActions
}

export function InstallControls(props: InstallControlsProps) {
  const { skillSet, organisationName, installed, offer, hasConfig, actions } = props
  const [step, setStep] = useState<InstallStep>()
  const [isUninstalling, setUninstalling] = useState(false)
  const router = useRouter()

  function finishStep(sentence: string) {
    setStep(undefined)
    setUninstalling(false)
    toast.success(sentence)
    router.refresh()
  }

  return (
    <div className="flex flex-wrap gap-2">
      {offer && <Button onClick={() => setStep(offer.step)}>{offer.label}</Button>}
      {installed && (
        <>
          <Button
            variant="outline"
            onClick={() => setStep({ number: installed.number, range: installed.range ?? installed.number })}
          >
            Updates…
          </Button>
          <Button variant="outline" onClick={() => setUninstalling(true)}>
            Uninstall
          </Button>
        </>
      )}
      <Suspense>
        {step && (
          <InstallStepDialog
            skillSet={skillSet}
            from={installed}
            to={step}
            actions={actions}
            onDone={({ to: { number }, range }) =>
              finishStep(
                `${organisationName} now ${range === null ? 'runs' : `follows ${range}:`} ${skillSet.name} ${number}.`,
              )
            }
            onClose={() => setStep(undefined)}
          />
        )}
        {isUninstalling && (
          <UninstallDialog
            skillSet={skillSet}
            hasConfig={hasConfig}
            organisationName={organisationName}
            uninstallSkillSet={actions.uninstallSkillSet}
            onDone={() => finishStep(`${skillSet.name} was uninstalled.`)}
            onClose={() => setUninstalling(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
