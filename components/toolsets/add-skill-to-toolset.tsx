'use client'

import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Offer } from '#lib/toolsets/list-toolsets.ts'
import { useSkillSearch } from '../catalog/use-skill-search.ts'
import { PermissionList } from '../contracts/permission-list.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../ui/dialogs/dialog.tsx'
import { AgreeCheckbox } from '../ui/forms/checkbox.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { useAction } from '../ui/use-action.ts'
import type { ToolsetActions } from './toolset-dialogs.tsx'

type AddSkillProps = {
  toolset: string
  addedSkills: string[]
  organisationName: string
  actions: ToolsetActions
}

export function AddSkillToToolset(props: AddSkillProps) {
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

function FindSkill({ addedSkills, actions, onFound }: AddSkillProps & { onFound: (offer: Offer) => void }) {
  const [query, setQuery] = useState('')
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useAction(setFailure)
  const { state, cards } = useSkillSearch(query)
  const found = cards.filter(({ runtime }) => runtime !== 'instructions').slice(0, 8)

  function choose(name: string) {
    start(() => actions.readSkill(name), onFound)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the controls inside
    <div className="grid grid-cols-1 gap-4" onKeyDown={moveFocus}>
      <InputField
        label="Search the catalogue"
        help="Search by task or by name. Built-in tools are included."
        type="search"
        value={query}
        onChange={setQuery}
      />
      {failure && <Alert variant="destructive">{failure.message}</Alert>}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {state === 'searching' && found.length === 0 && 'Searching…'}
        {state === 'failed' && 'The search failed. Keep typing to try again.'}
        {state === 'done' && found.length === 0 && 'No skills found.'}
      </p>
      {found.length > 0 && (
        <FoundSkills found={found} addedSkills={addedSkills} disabled={pending} choose={choose} />
      )}
    </div>
  )
}

/** Arrow keys move between the field and the skills that were found. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button:enabled')]
  const next = controls[controls.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type FoundSkillsProps = Pick<AddSkillProps, 'addedSkills'> & {
  found: ReturnType<typeof useSkillSearch>['cards']
  disabled: boolean
  choose: (name: string) => void
}

function FoundSkills({ found, addedSkills, disabled, choose }: FoundSkillsProps) {
  return (
    <ul className="grid max-h-80 grid-cols-1 divide-y divide-border overflow-y-auto rounded-lg border border-border">
      {found.map(({ name, title, description, versionNumber }) => {
        const isAdded = addedSkills.includes(name)
        return (
          <li key={name}>
            <button
              type="button"
              disabled={isAdded || disabled}
              onClick={() => choose(name)}
              className="-outline-offset-2 grid w-full gap-0.5 px-4 py-3 text-left text-sm hover:bg-muted/50 disabled:opacity-60"
            >
              <span className="font-medium">{title}</span>
              <span className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
                {name} {versionNumber}
                {isAdded && ' · already added'}
              </span>
              <span className="line-clamp-2 text-muted-foreground">{description}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type AgreeToSkillProps = AddSkillProps & { offer: Offer; onDone: () => void }

function AgreeToSkill({ toolset, offer, organisationName, actions, onDone }: AgreeToSkillProps) {
  const [agreed, setAgreed] = useState(false)
  const [hasSubmitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useAction(setFailure)
  const { name, title, number, versionId, description, prompt, consents } = offer
  const isMissing = hasSubmitted && !agreed && consents.length > 0

  function add() {
    if (consents.length > 0 && !agreed) return setSubmitted(true)
    start(() => actions.addToToolset({ toolset, skill: name, versionId, consent: agreed }), onDone)
  }

  return (
    <DialogContent title={`${title} ${number}`} description={name}>
      <section className="grid grid-cols-1 gap-2 text-sm">
        <h3 className="font-medium">Instructions for agents</h3>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{description}</p>
        <p className="whitespace-pre-wrap text-muted-foreground [overflow-wrap:anywhere]">{prompt}</p>
      </section>
      {consents.length > 0 ? (
        <section className="grid grid-cols-1 gap-3 rounded-lg border border-warning/40 p-4">
          <h3 className="font-medium text-sm">Permissions</h3>
          <PermissionList lines={consents} />
          <AgreeCheckbox
            label={`I agree to this for ${organisationName}`}
            agreed={agreed}
            onAgree={setAgreed}
            isMissing={isMissing}
          />
        </section>
      ) : (
        <p className="text-pretty text-muted-foreground text-sm">
          No permissions needed: the skill only uses its input.
        </p>
      )}
      {failure && <Alert variant="destructive">{failure.message}</Alert>}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button pending={pending} onClick={add}>
          Add to {toolset}
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
