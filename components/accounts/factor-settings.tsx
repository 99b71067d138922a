'use client'

import { Download, Smartphone } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { NewTotp } from '#lib/auth/second-factor/totp.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { saveFile } from '../browser/save-file.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { attemptAction } from '../ui/use-action.ts'

export function FailureAlert({ error }: { error: PublicError }) {
  return (
    <Alert
      variant="destructive"
      action={
        error.href && (
          <LinkButton href={error.href} variant="outline" size="sm">
            {error.href === paths.confirmIdentity ? 'Confirm that it is you' : 'Open'}
          </LinkButton>
        )
      }
    >
      {error.message}
    </Alert>
  )
}

type TotpSettingsProps = {
  hasTotp: boolean
  recoveryCodes: number
  begin: () => Promise<ActionResult<NewTotp>>
  confirm: (code: string) => Promise<ActionResult<string[]>>
  remove: () => Promise<ActionResult<void>>
}

export function TotpSettings({ hasTotp, recoveryCodes, begin, confirm, remove }: TotpSettingsProps) {
  const router = useRouter()
  const [pending, start] = useTransition()
  const [newTotp, setNewTotp] = useState<NewTotp>()
  const [codes, setCodes] = useState<string[]>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<PublicError>()

  function run<T>(action: () => Promise<ActionResult<T>>, onDone: (data: T) => void) {
    start(async () => {
      const result = await attemptAction(action)
      setError(result.ok ? undefined : result.error)
      if (result.ok) onDone(result.data)
    })
  }

  /** The page is not refreshed before, because it would no longer show the codes. */
  function finish() {
    start(() => {
      setNewTotp(undefined)
      setCodes(undefined)
      router.refresh()
    })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Smartphone className="size-4 text-muted-foreground" aria-hidden />
        <p className="min-w-0 flex-1 font-medium text-sm">Authenticator app</p>
        {hasTotp ? (
          <>
            <Badge variant="success">On · {recoveryCodes} recovery codes left</Badge>
            <Button
              variant="outline"
              size="sm"
              pending={pending}
              onClick={() => run(remove, () => setCodes(undefined))}
            >
              Remove
            </Button>
          </>
        ) : (
          !newTotp && (
            <Button variant="outline" size="sm" pending={pending} onClick={() => run(begin, setNewTotp)}>
              Set up
            </Button>
          )
        )}
      </div>
      {error && <FailureAlert error={error} />}
      {newTotp && !codes && (
        <TotpSetup
          newTotp={newTotp}
          code={code}
          pending={pending}
          onCode={setCode}
          onConfirm={() => run(() => confirm(code), setCodes)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onStored={finish} />}
    </div>
  )
}

type TotpSetupProps = {
  newTotp: NewTotp
  code: string
  pending: boolean
  onCode: (code: string) => void
  onConfirm: () => void
}

function TotpSetup({ newTotp, code, pending, onCode, onConfirm }: TotpSetupProps) {
  return (
    <div className="grid gap-4 rounded-md border border-border p-4">
      <p className="text-sm">
        Scan the QR code with your app, or enter the key. Then enter the code that the app shows.
      </p>
      {/* biome-ignore lint/performance/noImgElement: made on this page, so there is nothing to optimise */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(newTotp.qrSvg)}`}
        alt="QR code of the key below"
        width={180}
        height={180}
        className="rounded-md bg-white"
      />
      <code className="text-sm [overflow-wrap:anywhere]">{newTotp.secret}</code>
      <InputField
        label="Code from the app"
        className="max-w-48"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={onCode}
      />
      <div>
        <Button pending={pending} onClick={onConfirm}>
          Turn on
        </Button>
      </div>
    </div>
  )
}

/** Shows the codes until the person says that they are stored. */
function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const text = codes.join('\n')
  return (
    <Alert variant="warning" title="Store these recovery codes">
      <p>
        Each code works once, if you lose the app. You will not see the codes again. Keep them where you will
        find them without this device.
      </p>
      <ul className="my-3 grid grid-cols-2 gap-x-6 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy the codes" withLabel size="sm" />
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile('guildhall-recovery-codes.txt', `${text}\n`)}
        >
          <Download aria-hidden />
          Download
        </Button>
        <Button size="sm" onClick={onStored}>
          I have stored them
        </Button>
      </div>
    </Alert>
  )
}
