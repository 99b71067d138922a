'use client'

import { useState, useTransition } from 'react'
import { skillNamePath } from '#lib/kernel/site/paths.ts'
import type { AskingChange, PinnedView } from '#lib/toolsets/list-toolsets.ts'
import { CounterexampleLine } from '../contracts/change-list.tsx'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { attemptAction } from '../ui/use-action.ts'
import type { ToolsetActions } from './toolset-dialogs.tsx'

type PinnedSkillProps = {
  toolset: string
  skill: PinnedView
  canChange: boolean
  organisationName: string
  actions: ToolsetActions
}

export function PinnedSkill({ toolset, skill, canChange, organisationName, actions }: PinnedSkillProps) {
  const [failure, setFailure] = useState<string>()
  const [pending, start] = useTransition()
  const { name, agreedNumber } = skill

  function perform(action: () => ReturnType<ToolsetActions['removeFromToolset']>) {
    start(async () => {
      const result = await attemptAction(action)
      setFailure(result.ok ? undefined : result.error.message)
    })
  }

  return (
    <li className="grid grid-cols-1 gap-3 py-4">
      <div className="flex items-start gap-2">
        <PinnedFacts skill={skill} />
        {canChange && (
          <Button
            variant="ghost"
            size="sm"
            className="text-destructive"
            aria-label={`Remove ${name}`}
            pending={pending}
            onClick={() => perform(() => actions.removeFromToolset({ toolset, skill: name }))}
          >
            Remove
          </Button>
        )}
      </div>
      {failure && <Alert variant="destructive">{failure}</Alert>}
      {skill.status === 'changed' && (
        <div className="grid grid-cols-1 gap-3 rounded-lg border border-warning/40 p-4">
          <p className="text-pretty text-sm">
            <strong>Agents cannot use this skill.</strong> Version {skill.now.number} differs from{' '}
            {agreedNumber}, which you agreed to:
          </p>
          <ConsentChangeList changes={skill.now.changes} />
          {skill.now.newBehaviour.length > 0 && (
            <div className="grid gap-1.5 text-sm">
              <p>What it does that {agreedNumber} was never seen to do:</p>
              <ul className="grid gap-1.5">
                {skill.now.newBehaviour.map((sentence) => (
                  <li key={sentence} className="[overflow-wrap:anywhere]">
                    {sentence}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {canChange ? (
            <Button
              className="justify-self-start"
              pending={pending}
              onClick={() =>
                perform(() => actions.agreeAgain({ toolset, skill: name, versionId: skill.now.versionId }))
              }
            >
              Agree to {skill.now.number} for {organisationName}
            </Button>
          ) : (
            <p className="text-muted-foreground text-sm">
              An owner or admin of {organisationName} can agree to it.
            </p>
          )}
        </div>
      )}
    </li>
  )
}

function PinnedFacts({ skill }: Pick<PinnedSkillProps, 'skill'>) {
  const { name, agreedBy, agreedAtMs, agreedNumber, contractHash } = skill
  return (
    <div className="grid min-w-0 flex-1 gap-1">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-sm">
        <Link
          href={skillNamePath(name)}
          className="underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          {skill.status === 'gone' ? name : skill.title}
        </Link>
        {skill.status === 'changed' && <Badge variant="warning">Changed since you agreed</Badge>}
        {skill.status === 'gone' && <Badge variant="destructive">No longer available</Badge>}
      </p>
      <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
        {name} {agreedNumber} · agreed to by {agreedBy} <Time at={agreedAtMs} /> · contract{' '}
        <code title={contractHash}>{contractHash.slice(0, 12)}</code>
      </p>
    </div>
  )
}

function ConsentChangeList({ changes }: { changes: AskingChange[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2.5 text-sm">
      {changes.map((change) => (
        <li key={change.sentence} className="flex gap-2">
          <span className="mt-2 size-1 shrink-0 rounded-full bg-muted-foreground" aria-hidden />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 [overflow-wrap:anywhere]">
            <p>{change.sentence}</p>
            <CounterexampleLine change={change} />
            {(change.before ?? change.after) !== undefined && (
              <dl className="grid grid-cols-1 gap-1.5">
                <ChangedText when="Before" text={change.before} />
                <ChangedText when="Now" text={change.after} />
              </dl>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function ChangedText({ when, text }: { when: string; text: string | undefined }) {
  return (
    <div className="grid gap-x-3 gap-y-0.5 rounded-md bg-muted/50 px-3 py-2 sm:grid-cols-[3.5rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">{when}</dt>
      <dd className="whitespace-pre-wrap">{text ?? 'Nothing.'}</dd>
    </div>
  )
}
