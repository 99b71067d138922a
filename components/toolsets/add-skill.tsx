'use client'

/** Finding a skill in the catalogue, reading what it does, and agreeing to it. */
import { Plus } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { Offer } from '#lib/toolsets/list-toolsets.ts'
import { useSkillSearch } from '../shell/use-skill-search.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { AgreeToSkill } from './agree-to-skill.tsx'
import type { ToolsetActions } from './toolset-actions.ts'

export type AddSkillProps = {
  toolset: string
  /** Names of those that are in it. */
  taken: string[]
  organisationName: string
  actions: ToolsetActions
}

export function AddSkill(props: AddSkillProps) {
  const [open, setOpen] = useState(false)
  const [offer, setOffer] = useState<Offer>()

  function onOpenChange(next: boolean) {
    setOpen(next)
    setOffer(undefined)
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>
        <Button variant="outline" size="sm" aria-label={`Add skill to ${props.toolset}`}>
          <Plus aria-hidden />
          Add skill
        </Button>
      </DialogTrigger>
      {offer ? (
        <AgreeToSkill {...props} offer={offer} onDone={() => onOpenChange(false)} />
      ) : (
        <DialogContent title={`Add a skill to ${props.toolset}`}>
          <FindSkill {...props} onFound={setOffer} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function FindSkill({ taken, actions, onFound }: AddSkillProps & { onFound: (offer: Offer) => void }) {
  const [query, setQuery] = useState('')
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useTransition()
  const { state, cards } = useSkillSearch(query)
  // Instructions are read, not called.
  const found = cards.filter(({ runtime }) => runtime !== 'instructions').slice(0, 8)

  function choose(name: string) {
    start(async () => {
      const result = await actions.readSkill(name)
      if (result.ok) onFound(result.data)
      else setFailure(result.error)
    })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Field label="Search the catalogue" help="Search by task or by name. Built-in tools are included.">
        {(wired) => (
          <Input
            {...wired}
            type="search"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
      </Field>
      {failure && <Alert variant="destructive">{failure.message}</Alert>}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {state === 'searching' && found.length === 0 && 'Searching…'}
        {state === 'failed' && 'The search did not answer. Keep typing to try again.'}
        {state === 'done' && found.length === 0 && 'No skills found.'}
      </p>
      {found.length > 0 && (
        <ul className="grid max-h-80 grid-cols-1 divide-y divide-border overflow-y-auto rounded-lg border border-border">
          {found.map(({ name, title, description, versionNumber }) => {
            const isIn = taken.includes(name)
            return (
              <li key={name}>
                <button
                  type="button"
                  disabled={isIn || pending}
                  onClick={() => choose(name)}
                  className="-outline-offset-2 grid w-full gap-0.5 px-4 py-3 text-left text-sm hover:bg-muted/50 disabled:opacity-60"
                >
                  <span className="font-medium">{title}</span>
                  <span className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
                    {name} {versionNumber}
                    {isIn && ' · in it already'}
                  </span>
                  <span className="line-clamp-2 text-muted-foreground">{description}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
