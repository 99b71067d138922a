'use client'

import { CircleCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { toast } from 'sonner'
import { slugFrom } from '#lib/contract/document/slug-from.ts'
import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { UntilListening } from '../ui/until-listening.tsx'
import { useHandleCheck } from './use-handle-check.ts'

export type ClaimActions = {
  check: (handle: string) => Promise<ActionResult<string | null>>
  claim: (handle: string, displayName: string) => Promise<ActionResult<void>>
}

/** Claims a handle, and says while it is typed whether it can be had. */
export function ClaimHandleForm({
  organisationName,
  actions,
}: {
  organisationName: string
  actions: ClaimActions
}) {
  const router = useRouter()
  const [displayName, setDisplayName] = useState(organisationName)
  const [handle, setHandle] = useState(slugFrom(organisationName))
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const { isFree, whyNot } = useHandleCheck(handle, actions.check)
  const problemsAt = (path: string) =>
    (error?.details ?? []).filter((issue) => issue.path === path).map(({ message }) => message)

  function claim() {
    start(async () => {
      const answer = await actions.claim(handle, displayName)
      if (!answer.ok) return setError(answer.error)
      toast.success(`You publish as ${handle} now.`)
      router.refresh()
    })
  }

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) claim()
      }}
    >
      <UntilListening className="grid gap-5">
        <Field
          label="Handle"
          required
          errors={whyNot ? [whyNot] : problemsAt('/handle')}
          help={<HandleHelp handle={handle} isFree={isFree} hasProblem={whyNot !== undefined} />}
        >
          {(wired) => (
            <Input
              {...wired}
              className="font-mono"
              value={handle}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => {
                setHandle(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Field
          label="Name"
          required
          help="What people see: your own name, or that of your company."
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
      </UntilListening>
      {error && !error.details && <Alert variant="destructive">{error.message}</Alert>}
      <Button type="submit" className="w-fit" pending={isPending} disabled={whyNot !== undefined}>
        Claim {handle || 'this handle'}
      </Button>
    </form>
  )
}

type HelpProps = { handle: string; isFree: boolean; hasProblem: boolean }

function HandleHelp({ handle, isFree, hasProblem }: HelpProps) {
  return (
    <span className="grid gap-1">
      <span role="status" className={hasProblem ? 'sr-only' : 'min-h-5'}>
        {isFree && (
          <span className="inline-flex items-center gap-1.5 text-success">
            <CircleCheck className="size-4" aria-hidden /> {handle} is free.
          </span>
        )}
      </span>
      <span>
        Your skills will be called <code>{handle || 'handle'}.skillset.skill</code>. A handle cannot be
        changed later.
      </span>
    </span>
  )
}
