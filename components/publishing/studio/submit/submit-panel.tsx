'use client'

import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import type { Addition as AdditionView, ChecklistLine } from '#lib/contracts/checks/checklist.ts'
import { requireFields } from '#lib/contracts/results/promised-fields.ts'
import type { Issue, PublicError } from '#lib/kernel/errors.ts'
import { isObject, type JsonObject } from '#lib/kernel/json/json.ts'
import { pointerKeys, valueAt } from '#lib/kernel/json/json-pointer.ts'
import { append, textAt } from '../../../drafts/edit-document.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextareaField } from '../../../ui/forms/field.tsx'
import { CardList } from '../../../ui/link-rows.tsx'
import { toast } from '../../../ui/toast.ts'
import { attemptAction } from '../../../ui/use-action.ts'
import { ReleaseCards } from '../../submissions/release-cards.tsx'
import { AddDependency } from '../packages/add-dependency.tsx'
import { issueSentence } from '../state/issue-sentence.ts'
import { useStudio } from '../state/studio-context.tsx'
import { goToLocation, goToPointer } from '../state/studio-navigation.ts'

type SubmitPanelProps = {
  hasPassed: boolean
  /** Why the draft cannot be submitted. */
  reason: string | undefined
}

export function SubmitPanel({ hasPassed, reason }: SubmitPanelProps) {
  const { state, store, actions, data } = useStudio()
  const [release, setRelease] = useState(data.release)
  const router = useRouter()
  const [note, setNote] = useState('')
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const isPrivate = textAt(state.document, '/visibility') === 'PRIVATE'
  const number = textAt(state.document, '/version')
  // The first version has no older one that could be served meanwhile.
  const hasChoice = !isPrivate && data.latest !== null

  function submit() {
    start(async () => {
      setError(undefined)
      await store.flush()
      const result = await attemptAction(() =>
        actions.submit(note, store.get().revision, hasChoice ? release : undefined),
      )
      if (!result.ok) return setError(result.error)
      setNote('')
      toast.success(
        isPrivate ? `${number} is published for your organisation.` : `${number} was submitted for review.`,
      )
      router.refresh()
      goToLocation({ section: 'checklist' })
    })
  }

  return (
    <div className="grid gap-4">
      {!isPrivate && (
        <TextareaField
          label="Note to the reviewers"
          optional
          help="What is new and what to look at. The current draft is submitted. You can keep editing during the review."
          rows={3}
          value={note}
          onChange={setNote}
        />
      )}
      {hasChoice && <ReleaseCards value={release} onChange={setRelease} />}
      {isPrivate && (
        <p className="text-muted-foreground text-sm">
          A private SkillSet is published immediately. Only your organisation can see and run it.
        </p>
      )}
      {error && <Alert variant="destructive">{error.message}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={isPending} disabled={!hasPassed || reason !== undefined} onClick={submit}>
          {isPrivate ? `Publish ${number} privately` : `Submit ${number} for review`}
        </Button>
        {reason && <p className="text-muted-foreground text-sm">{reason}</p>}
      </div>
    </div>
  )
}

export function CheckLines({ lines, onAnswer }: { lines: ChecklistLine[]; onAnswer: () => void }) {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-muted-foreground text-sm">
        {summarizeChecks(lines)}
      </p>
      <CardList>
        {lines.map(({ id, title, ok, notRun, issues, advice = [], additions = [] }) => (
          <li key={id} className="flex gap-3 px-4 py-2.5 text-sm">
            <CheckIcon ok={ok} notRun={notRun} />
            <div className="grid min-w-0 gap-1">
              <p>{title}</p>
              {advice.map((sentence) => (
                <p key={sentence} className="text-pretty text-warning">
                  {sentence}
                </p>
              ))}
              {additions.map((addition) => (
                <Addition key={addition.pointer + addition.name} addition={addition} onAdd={onAnswer} />
              ))}
              {issues.length > 0 && (
                <ul className="grid gap-1">
                  {issues.map((issue) => (
                    <li key={issue.path + issue.message}>
                      <FixLink issue={issue} />
                      <RequiredVersionButton issue={issue} />
                      <PromiseAnswer issue={issue} onAnswer={onAnswer} />
                      <SecretAnswer issue={issue} onAnswer={onAnswer} />
                      <AddDependency issue={issue} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </CardList>
    </div>
  )
}

function summarizeChecks(lines: readonly ChecklistLine[]): string {
  const failed = lines.filter(({ ok, notRun }) => !ok && !notRun).length
  if (failed > 0) return `${failed} of ${lines.length} checks failed.`
  return lines.some(({ notRun }) => notRun) ? 'Not all checks have run yet.' : 'All checks passed.'
}

function CheckIcon({ ok, notRun }: Pick<ChecklistLine, 'ok' | 'notRun'>) {
  const size = 'mt-0.5 size-4 shrink-0'
  if (ok) return <CircleCheck className={`${size} text-success`} aria-label="Passed:" role="img" />
  if (notRun)
    return <CircleDashed className={`${size} text-muted-foreground`} aria-label="Not run yet:" role="img" />
  return <CircleX className={`${size} text-destructive`} aria-label="Failed:" role="img" />
}

function FixLink({ issue }: { issue: Issue }) {
  const { state } = useStudio()
  const [list, index] = pointerKeys(issue.path)
  const skill = list === 'skills' && index ? valueAt(state.document, `/skills/${index}`) : undefined
  const name = isObject(skill) ? textAt(skill, '/name') || `skill ${Number(index) + 1}` : undefined
  return (
    <button
      type="button"
      className="text-left text-muted-foreground underline decoration-border underline-offset-4 [overflow-wrap:anywhere] hover:text-foreground hover:decoration-current"
      onClick={() => goToPointer(issue.path)}
    >
      {name && <span className="font-medium">{name}: </span>}
      {issueSentence(issue)}
    </button>
  )
}

/** Offers to declare a host, a skill or a setting that the code uses. */
function Addition({ addition, onAdd }: { addition: AdditionView; onAdd: () => void }) {
  const { edit } = useStudio()
  const { pointer, value, name, sentence } = addition
  const target = pointer === '/configDefinitions' ? 'configuration' : 'permissions'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 text-pretty text-warning [overflow-wrap:anywhere]">{sentence}</p>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Add ${name} to the ${target}`}
        onClick={() => {
          edit((document) => append(document, pointer, value))
          onAdd()
        }}
      >
        Add it
      </Button>
    </div>
  )
}

/** Lets the publisher explain why a finding is not a secret. Reviewers read the answer. */
function SecretAnswer({ issue, onAnswer }: { issue: Issue; onAnswer: () => void }) {
  const { actions } = useStudio()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<PublicError>()
  const [isPending, start] = useTransition()
  const id = issue.keyword === 'found-secret' ? issue.params?.id : undefined
  if (typeof id !== 'string') return null
  if (!isOpen)
    return (
      <Button size="sm" variant="outline" className="mt-1 flex" onClick={() => setOpen(true)}>
        Not a secret
      </Button>
    )

  function saveAnswer() {
    start(async () => {
      const result = await attemptAction(() => actions.answerSecret(String(id), reason))
      if (result.ok) onAnswer()
      else setError(result.error)
    })
  }

  return (
    <div className="mt-2 grid max-w-xl gap-2">
      <TextareaField
        label="Why is it not a secret?"
        help="Reviewers read your answer. It also applies to later versions."
        {...(error && { errors: [error.message] })}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      <Button size="sm" variant="outline" className="w-fit" pending={isPending} onClick={saveAnswer}>
        Save answer
      </Button>
    </div>
  )
}

/** Asks what the results of a priced skill contain. The answer is part of the contract, where buyers can read it. */
function PromiseAnswer({ issue, onAnswer }: { issue: Issue; onAnswer: () => void }) {
  const { state, set } = useStudio()
  if (issue.keyword !== 'promise') return null
  const response = valueAt(state.document, issue.path)
  const [all, none] = [requireFields(response, 'all'), requireFields(response, 'none')]
  if (!all || !none)
    return <p className="text-muted-foreground">Declare the fields that your code returns.</p>
  const applyAnswer = (response: JsonObject) => {
    set(issue.path, response)
    onAnswer()
  }
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button size="sm" variant="outline" onClick={() => applyAnswer(all)}>
        Require every field
      </Button>
      <Button size="sm" variant="outline" onClick={() => applyAnswer(none)}>
        Results may be empty: buyers are told
      </Button>
    </div>
  )
}

/** Offers the version number that the checklist requires. */
function RequiredVersionButton({ issue }: { issue: Issue }) {
  const { set } = useStudio()
  const least = issue.path === '/version' ? issue.params?.least : undefined
  if (typeof least !== 'string') return null
  return (
    <Button size="sm" variant="outline" className="mt-1 flex" onClick={() => set('/version', least)}>
      Set version {least}
    </Button>
  )
}
