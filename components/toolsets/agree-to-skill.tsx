'use client'

/** What a skill tells agents and what it may do, before it is theirs. */
import { useState, useTransition } from 'react'
import type { PublicError } from '#lib/errors.ts'
import type { Offer } from '#lib/toolsets/list-toolsets.ts'
import { PermissionList } from '../installs/permission-list.tsx'
import { AgreeBox } from '../ui/agree-box.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import type { AddSkillProps } from './add-skill.tsx'

type AgreeToSkillProps = AddSkillProps & { offer: Offer; onDone: () => void }

export function AgreeToSkill({ toolset, offer, organisationName, actions, onDone }: AgreeToSkillProps) {
  const [agreed, setAgreed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<PublicError>()
  const [pending, start] = useTransition()
  const { name, title, number, versionId, description, prompt, consents } = offer
  const isMissing = isAsked && !agreed && consents.length > 0

  function add() {
    if (consents.length > 0 && !agreed) return setAsked(true)
    start(async () => {
      const result = await actions.addToToolset({ toolset, skill: name, versionId, consent: agreed })
      if (result.ok) onDone()
      else setFailure(result.error)
    })
  }

  return (
    <DialogContent title={`${title} ${number}`} description={name}>
      <section className="grid grid-cols-1 gap-2 text-sm">
        <h3 className="font-medium">What agents are told</h3>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{description}</p>
        <p className="whitespace-pre-wrap text-muted-foreground [overflow-wrap:anywhere]">{prompt}</p>
      </section>
      {consents.length > 0 ? (
        <section className="grid grid-cols-1 gap-3 rounded-lg border border-warning/40 p-4">
          <h3 className="font-medium text-sm">What it may do</h3>
          <PermissionList lines={consents} />
          <AgreeBox
            label={`I agree to this for ${organisationName}`}
            agreed={agreed}
            onAgree={setAgreed}
            isMissing={isMissing}
          />
        </section>
      ) : (
        <p className="text-pretty text-muted-foreground text-sm">
          There is nothing else to agree to: it only computes from what it is given.
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
