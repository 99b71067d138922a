'use client'

import { type FormEvent, useState, useTransition } from 'react'
import { type KeyScope, SCOPE_MEANINGS } from '#lib/contract/market/key-scopes.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { FormError } from '../account/form-error.tsx'
import { errorsAt, type FormState } from '../account/form-state.ts'
import { DailyCapField } from '../keys/daily-cap-field.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Label } from '../ui/label.tsx'
import { Link } from '../ui/link.tsx'

type ConsentProps = {
  name: string
  /** Where the person goes with the answer. */
  returnsTo: string
  scopes: KeyScope[]
  organisationName: string
  email: string
  shownAs: { userId: string; organisationId: string }
  params: Params
  answer: (given: Given) => Promise<ActionResult<string>>
}

type Params = Record<string, string | string[]>
/** `shownAs` goes back with the answer, in case another tab has become somebody else. */
type Given = { params: Params; scopes: string[]; dailyCap: string } & Pick<ConsentProps, 'shownAs'>

/** What a program may do from now on, each thing to be unticked, and the two answers. */
export function Consent(props: ConsentProps) {
  const { name, returnsTo, scopes, organisationName, email, shownAs, params, answer } = props
  const [allowed, setAllowed] = useState<readonly KeyScope[]>(scopes)
  const [dailyCap, setDailyCap] = useState('')
  const [error, setError] = useState<FormState>(null)
  const [isSending, startSending] = useTransition()

  function send(granted: readonly KeyScope[]) {
    startSending(async () => {
      const result = await answer({
        params,
        scopes: [...granted],
        dailyCap: granted.includes('run') ? dailyCap : '',
        shownAs,
      })
      // The address is the program's, often on this computer: the browser goes there, not the router.
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
      <FormError state={error} fields={['/dailyCap']} />
      <p className="text-sm">
        It will act as <strong className="font-medium">{email}</strong> for{' '}
        <strong className="font-medium">{organisationName}</strong> and may:
      </p>
      <ul className="grid gap-3">
        {scopes.map((scope) => (
          <li key={scope} className="flex items-start gap-3">
            <Checkbox
              id={`scope-${scope}`}
              checked={allowed.includes(scope)}
              onCheckedChange={(checked) =>
                setAllowed(
                  scopes.filter((each) => (each === scope ? checked === true : allowed.includes(each))),
                )
              }
            />
            <Label htmlFor={`scope-${scope}`} className="font-normal text-sm leading-5">
              {SCOPE_MEANINGS[scope]}
            </Label>
          </li>
        ))}
      </ul>
      {allowed.includes('run') && (
        <DailyCapField
          label="At most, in USDC a day"
          help={`Paid skills are paid from the wallet of ${organisationName}. Leave it empty for no cap of its own.`}
          errors={errorsAt(error, '/dailyCap')}
          value={dailyCap}
          onChange={setDailyCap}
        />
      )}
      <p className="text-muted-foreground text-sm">
        You go back to <strong className="font-medium [overflow-wrap:anywhere]">{returnsTo}</strong>. Until
        you revoke it, {name} stands among your{' '}
        <Link href={paths.keys} className="text-primary underline underline-offset-4">
          keys
        </Link>
        .
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button type="button" variant="outline" disabled={isSending} onClick={() => send([])}>
          Cancel
        </Button>
        <Button type="submit" disabled={isSending || allowed.length === 0}>
          Connect
        </Button>
      </div>
    </form>
  )
}
