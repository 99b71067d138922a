'use client'

import { type FormEvent, useState, useTransition } from 'react'
import { type KeyScope, SCOPE_MEANINGS } from '#lib/auth/model/key-scopes.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Label } from '../ui/forms/input.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { attemptAction } from '../ui/use-action.ts'
import { DailyCapField, ToolsetField } from './key-limit-fields.tsx'

type ConsentProps = {
  name: string
  returnsTo: string
  scopes: KeyScope[]
  organisationName: string
  toolsets: string[]
  email: string
  shownAs: { userId: string; organisationId: string }
  params: Params
  decide: (decision: ConsentDecision) => Promise<ActionResult<string>>
}

type Params = Record<string, string | string[]>
/** `shownAs` lets the server notice that another tab has switched accounts meanwhile. */
type ConsentDecision = {
  params: Params
  scopes: string[]
  dailyCap: string
  toolset: string | null
} & Pick<ConsentProps, 'shownAs'>

export function OAuthConsentForm(props: ConsentProps) {
  const { name, returnsTo, scopes, organisationName, toolsets, email, shownAs, params, decide } = props
  const [allowed, setAllowed] = useState<readonly KeyScope[]>(scopes)
  const [dailyCap, setDailyCap] = useState('')
  const [toolset, setToolset] = useState<string | null>(null)
  const [error, setError] = useState<FormState>(null)
  const [isSending, startSending] = useTransition()

  function send(granted: readonly KeyScope[]) {
    startSending(async () => {
      const result = await attemptAction(() =>
        decide({
          params,
          scopes: [...granted],
          dailyCap: granted.includes('run') ? dailyCap : '',
          toolset,
          shownAs,
        }),
      )
      // The address is often on this computer, so the browser opens it rather than the router.
      if (result.ok) window.location.assign(result.data)
      else setError(result.error)
    })
  }

  function connect(event: FormEvent) {
    event.preventDefault()
    send(allowed)
  }

  return (
    <form onSubmit={connect} noValidate className="grid grid-cols-1 gap-5">
      <FormError state={error} fields={['/dailyCap', '/toolset']} />
      <p className="text-sm">
        The app will act as <strong className="font-medium">{email}</strong> for{' '}
        <strong className="font-medium">{organisationName}</strong> and may:
      </p>
      <ScopeChoices scopes={scopes} allowed={allowed} onChange={setAllowed} />
      {allowed.includes('run') && (
        <DailyCapField
          help={`Paid runs are charged to the wallet of ${organisationName}. Leave empty for no cap.`}
          errors={errorsAt(error, '/dailyCap')}
          value={dailyCap}
          onChange={setDailyCap}
        />
      )}
      <ToolsetField
        subject="The app"
        toolsets={toolsets}
        errors={errorsAt(error, '/toolset')}
        value={toolset}
        onChange={setToolset}
      />
      <ConsentNotes name={name} returnsTo={returnsTo} />
      <DecisionButtons isSending={isSending} canConnect={allowed.length > 0} refuse={() => send([])} />
    </form>
  )
}

type DecisionButtonsProps = { isSending: boolean; canConnect: boolean; refuse: () => void }

function DecisionButtons({ isSending, canConnect, refuse }: DecisionButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button type="button" variant="outline" disabled={isSending} onClick={refuse}>
        Cancel
      </Button>
      <Button type="submit" disabled={isSending || !canConnect}>
        Connect
      </Button>
    </div>
  )
}

type ScopeChoicesProps = {
  scopes: readonly KeyScope[]
  allowed: readonly KeyScope[]
  onChange: (allowed: KeyScope[]) => void
}

function ScopeChoices({ scopes, allowed, onChange }: ScopeChoicesProps) {
  return (
    <ul className="grid gap-3">
      {scopes.map((scope) => (
        <li key={scope} className="flex items-start gap-3">
          <Checkbox
            id={`scope-${scope}`}
            checked={allowed.includes(scope)}
            onCheckedChange={(checked) =>
              onChange(scopes.filter((other) => (other === scope ? checked : allowed.includes(other))))
            }
          />
          <Label htmlFor={`scope-${scope}`} className="font-normal text-sm leading-5">
            {SCOPE_MEANINGS[scope]}
          </Label>
        </li>
      ))}
    </ul>
  )
}

function ConsentNotes({ name, returnsTo }: Pick<ConsentProps, 'name' | 'returnsTo'>) {
  return (
    <>
      <p className="rounded-md border border-border bg-muted/40 p-3 text-sm">
        You will return to <ReturnsTo to={returnsTo} />. Connect only if that is the app you came from.
      </p>
      <p className="text-muted-foreground text-sm">
        You can revoke access for {name} at any time under{' '}
        <TextLink href={paths.keys} className="text-primary">
          API keys
        </TextLink>
        .
      </p>
    </>
  )
}

function ReturnsTo({ to }: { to: string }) {
  const redirectTarget = <strong className="font-medium [overflow-wrap:anywhere]">{to}</strong>
  if (to.endsWith(':')) return <>an app on this computer that opens {redirectTarget} links</>
  if (/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(to))
    return <>an app on this computer ({redirectTarget})</>
  return <>the website {redirectTarget}</>
}
