'use client'

import { type FormEvent, type ReactNode, useState, useTransition } from 'react'
import type { ProviderView } from '#lib/integrations/provider-view.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DocsLink } from '../contracts/provider-facts.tsx'
import { RefusalAlert } from '../ui/alert.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'

export type ConnectActions = {
  connectWithKey: (request: unknown) => Promise<ActionResult<void>>
  startConnect: (request: unknown) => Promise<ActionResult<{ url: string }>>
}

type ConnectFor = {
  /** The SkillSet that may use the account. */
  skillSet?: string
  back?: string
}

type ConnectButtonProps = ConnectFor & {
  provider: ProviderView
  actions: ConnectActions
  variant?: ButtonProps['variant']
  children: ReactNode
}

export function ConnectButton(props: ConnectButtonProps) {
  return props.provider.kind === 'api_key' ? <KeyButton {...props} /> : <ConsentButton {...props} />
}

function KeyButton({ provider, actions, skillSet, variant, children }: ConnectButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="sm" variant={variant}>
          {children}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Connect ${provider.name}`}
        description={`The key is stored encrypted and sent to ${provider.hosts.join(', ')} only. Skills never see it.`}
      >
        <KeyForm
          provider={provider}
          onSubmit={(fields) => actions.connectWithKey({ ...fields, ...(skillSet && { skillSet }) })}
          onConnected={() => {
            setOpen(false)
            toast.success(`${provider.name} is connected.`)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

type KeyFormProps = {
  provider: ProviderView
  onSubmit: (fields: { provider: string; key: string; label: string }) => Promise<ActionResult<void>>
  onConnected: () => void
}

function KeyForm({ provider, onSubmit, onConnected }: KeyFormProps) {
  const [key, setKey] = useState('')
  const [label, setLabel] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()

  function submit(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const result = await attemptAction(() => onSubmit({ provider: provider.slug, key, label }))
      if (result.ok) onConnected()
      else setError(result.error)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/key', '/label']} />
      <InputField
        label="API key"
        required
        errors={errorsAt(error, '/key')}
        isCode
        type="password"
        value={key}
        onChange={setKey}
      />
      {provider.docsUrl && <DocsLink href={provider.docsUrl}>Where to find the key</DocsLink>}
      <InputField
        label="Account"
        optional
        help="So that your colleagues know whose account it is."
        errors={errorsAt(error, '/label')}
        placeholder="Marketing team"
        value={label}
        onChange={setLabel}
      />
      <DialogFooter>
        <Button type="submit" pending={pending}>
          Connect
        </Button>
      </DialogFooter>
    </form>
  )
}

function ConsentButton({ provider, actions, skillSet, back, variant, children }: ConnectButtonProps) {
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()
  function connect() {
    start(async () => {
      const request = { provider: provider.slug, ...(skillSet && { skillSet }), ...(back && { back }) }
      const result = await attemptAction(() => actions.startConnect(request))
      if (!result.ok) return setError(result.error)
      window.location.assign(result.data.url)
      // The button stays pending until the browser has left the page.
      await new Promise(() => {})
    })
  }
  return (
    <>
      <Button size="sm" variant={variant} pending={pending} onClick={connect}>
        {children}
      </Button>
      {error && (
        <div className="w-full">
          <RefusalAlert error={error} />
        </div>
      )}
    </>
  )
}
