'use client'

import { CircleCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { handleError, slugFrom } from '#lib/kernel/names/skill-name.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'

export type ClaimActions = {
  check: (handle: string) => Promise<ActionResult<string | null>>
  claim: (handle: string, displayName: string) => Promise<ActionResult<void>>
}

type ClaimHandleFormProps = { organisationName: string; actions: ClaimActions }

export function ClaimHandleForm({ organisationName, actions }: ClaimHandleFormProps) {
  const router = useRouter()
  const [displayName, setDisplayName] = useState(organisationName)
  // The typed text stays until the field is left: a slug put in place at each key would move the cursor.
  const [typed, setTyped] = useState(slugFrom(organisationName))
  const handle = slugFrom(typed)
  const [error, setError] = useState<FormState>(null)
  const [isPending, start] = useAction(setError)
  const { isFree, handleError } = useHandleCheck(handle, actions.check)

  function changeHandle(changed: string) {
    setTyped(changed)
    setError(null)
  }

  function claim(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setTyped(handle)
    start(
      () => actions.claim(handle, displayName),
      () => {
        toast.success(`You now publish as ${handle}.`)
        router.refresh()
      },
    )
  }

  return (
    <form className="grid gap-5" onSubmit={claim}>
      <FormError state={error} fields={['/handle', '/displayName']} />
      <DisabledUntilHydrated className="grid gap-5">
        <HandleField
          typed={typed}
          handle={handle}
          isFree={isFree}
          errors={handleError ? [handleError] : errorsAt(error, '/handle')}
          hasProblem={handleError !== undefined}
          onChange={changeHandle}
          onBlur={() => setTyped(handle)}
        />
        <InputField
          label="Name"
          required
          help="Shown to users: your own name or your company’s."
          errors={errorsAt(error, '/displayName')}
          maxLength={100}
          value={displayName}
          onChange={setDisplayName}
        />
      </DisabledUntilHydrated>
      <Button type="submit" className="w-fit" pending={isPending} disabled={handleError !== undefined}>
        Claim {handle && !handleError ? handle : 'this handle'}
      </Button>
    </form>
  )
}

type HelpProps = { handle: string; isFree: boolean; hasProblem: boolean }
type HandleFieldProps = HelpProps & {
  typed: string
  errors: string[]
  onChange: (typed: string) => void
  onBlur: () => void
}

/** Takes a name in any spelling, such as “Nora Tools 29”, and becomes its slug when it is left. */
function HandleField({ typed, errors, onChange, onBlur, ...state }: HandleFieldProps) {
  return (
    <InputField
      label="Handle"
      required
      errors={errors}
      help={<HandleHelp {...state} />}
      isCode
      value={typed}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}

function HandleHelp({ handle, isFree, hasProblem }: HelpProps) {
  return (
    <span className="grid gap-1">
      <span role="status" className={hasProblem ? 'sr-only' : 'min-h-5'}>
        {isFree && (
          <span className="inline-flex items-center gap-1.5 text-success">
            <CircleCheck className="size-4" aria-hidden /> {handle} is available.
          </span>
        )}
      </span>
      <span>
        Your skills will be named <code>{handle && !hasProblem ? handle : 'handle'}.skillset.skill</code>. You
        can rename it later: the old name redirects.
      </span>
    </span>
  )
}

const CHECK_DELAY_MS = 350

/** Asks the server whether the handle is available, once the user has paused typing. */
function useHandleCheck(
  handle: string,
  check: (handle: string) => Promise<ActionResult<string | null>>,
): { isFree: boolean; handleError?: string } {
  const [checked, setChecked] = useState<{ handle: string; handleError: string | null }>()
  const malformed = handle === '' ? undefined : handleError(handle)
  const canCheck = handle !== '' && !malformed

  useEffect(() => {
    if (!canCheck) return
    const timer = setTimeout(async () => {
      const result = await check(handle)
      if (result.ok) setChecked({ handle, handleError: result.data })
    }, CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [handle, canCheck, check])

  if (malformed) return { isFree: false, handleError: malformed }
  if (!canCheck || checked?.handle !== handle) return { isFree: false }
  return { isFree: checked.handleError === null, handleError: checked.handleError ?? undefined }
}
