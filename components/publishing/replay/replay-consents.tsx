'use client'

import { useState } from 'react'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { ReplayConsentLine } from '#lib/publishing/model/own-replay.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { useAction } from '../../ui/use-action.ts'

type Change = (publisher: string, skillset: string, agrees: boolean) => Promise<ActionResult<void>>

type ReplayConsentsProps = { lines: ReplayConsentLine[]; canChange: boolean; change: Change }

/** For which SkillSets the organisation lets new versions be tried on its past runs. */
export function ReplayConsents({ lines, canChange, change }: ReplayConsentsProps) {
  return (
    <CardList aria-label="SkillSets">
      {lines.map((line) => (
        <ConsentRow key={`${line.publisher}.${line.slug}`} {...{ line, canChange, change }} />
      ))}
    </CardList>
  )
}

type ConsentRowProps = Omit<ReplayConsentsProps, 'lines'> & { line: ReplayConsentLine }

function ConsentRow({ line: { publisher, slug, name, agreed }, canChange, change }: ConsentRowProps) {
  const [isOn, setOn] = useState(agreed)
  const [isAsked, setAsked] = useState(false)
  const [pending, run] = useAction()
  const id = `replay-${publisher}-${slug}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm sm:px-5">
      <label htmlFor={id} className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-muted-foreground">
          {publisher}.{slug}
        </span>
      </label>
      <Switch
        id={id}
        checked={isOn}
        disabled={!canChange || pending}
        onCheckedChange={(agrees) =>
          agrees
            ? run(
                () => change(publisher, slug, true),
                () => setOn(true),
              )
            : setAsked(true)
        }
      />
      <ConfirmDialog
        title={`Stop trying new versions of ${name} on your runs?`}
        description="This deletes what was recorded of your runs and every comparison with their results. It cannot be undone."
        confirmLabel="Stop and delete"
        open={isAsked}
        onOpenChange={setAsked}
        onConfirm={() => change(publisher, slug, false)}
        onDone={() => setOn(false)}
      />
    </li>
  )
}
