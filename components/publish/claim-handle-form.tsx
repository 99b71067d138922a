'use client'

import { CircleCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/http/responses/action-result.ts'
import { handleError, slugFrom } from '#lib/name-rules/skill-name.ts'
import { DisabledUntilHydrated } from '../browser/disabled-until-hydrated.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Input } from '../ui/forms/input.tsx'
import { toast } from '../ui/toast.ts'

export type ClaimActions = {
  check: (handle: string) => Promise<ActionResult<string | null>>
  claim: (handle: string, displayName: string) => Promise<ActionResult<void>>
}

type ClaimHandleFormProps = { organisationName: string; actions: ClaimActions }

export function ClaimHandleForm({ organisationName, actions }: ClaimHandleFormProps) {
  const router = useRouter()
  const [displayName, setDisplayName] = useState(organisationName)
  const [handle, setHandle] = useState(slugFrom(organisationName))
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const { isFree, handleError } = useHandleCheck(handle, actions.check)
  const problemsAt = (path: string) =>
    (error?.details ?? []).filter((issue) => issue.path === path).map(({ message }) => message)

  function change(changed: string) {
    setHandle(changed)
    setError(undefined)
  }

  function claim(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    start(async () => {
      const answer = await actions.claim(handle, displayName)
      if (!answer.ok) return setError(answer.error)
      toast.success(`You now publish as ${handle}.`)
      router.refresh()
    })
  }

  return (
    <form className="grid gap-5" onSubmit={claim}>
      <DisabledUntilHydrated className="grid gap-5">
        <HandleField
          handle={handle}
          isFree={isFree}
          errors={handleError ? [handleError] : problemsAt('/handle')}
          hasProblem={handleError !== undefined}
          onChange={change}
        />
        <Field
          label="Name"
          required
          help="Shown to users: your own name or your company’s."
          errors={problemsAt('/displayName')}
        >
          {(wired) => (
            <Input
              {...wired}
              value={displayName}
              maxLength={100}
              onChange={({ target }) => setDisplayName(target.value)}
            />
          )}
        </Field>
      </DisabledUntilHydrated>
      {error && !error.details && <Alert variant="destructive">{error.message}</Alert>}
      <Button type="submit" className="w-fit" pending={isPending} disabled={handleError !== undefined}>
        Claim {handle && !handleError ? handle : 'this handle'}
      </Button>
    </form>
  )
}

type HelpProps = { handle: string; isFree: boolean; hasProblem: boolean }
type HandleFieldProps = HelpProps & { errors: string[]; onChange: (handle: string) => void }

function HandleField({ errors, onChange, ...state }: HandleFieldProps) {
  return (
    <Field label="Handle" required errors={errors} help={<HandleHelp {...state} />}>
      {(wired) => (
        <Input
          {...wired}
          className="font-mono"
          value={state.handle}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
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

const ASK_AFTER_MS = 350

/** Availability after a pause. */
function useHandleCheck(
  handle: string,
  check: (handle: string) => Promise<ActionResult<string | null>>,
): { isFree: boolean; handleError?: string } {
  const [asked, setAsked] = useState<{ handle: string; handleError: string | null }>()
  const malformed = handle === '' ? undefined : handleError(handle)
  const isWorthAsking = handle !== '' && !malformed

  useEffect(() => {
    if (!isWorthAsking) return
    const timer = setTimeout(async () => {
      const answer = await check(handle)
      if (answer.ok) setAsked({ handle, handleError: answer.data })
    }, ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [handle, isWorthAsking, check])

  if (malformed) return { isFree: false, handleError: malformed }
  if (!isWorthAsking || asked?.handle !== handle) return { isFree: false }
  return { isFree: asked.handleError === null, handleError: asked.handleError ?? undefined }
}
