'use client'

import { useState, useTransition } from 'react'
import { writeDocument } from '#lib/contracts/document/read-document.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { MAX_DESCRIPTION, type SuggestionTask } from '#lib/publishing/assistant/suggestion-tasks.ts'
import { CodeDiff } from '../../../code-editor/code-diff.tsx'
import { listAt, textAt } from '../../../drafts/edit-document.ts'
import { Alert, RefusalAlert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { SelectField, TextareaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { attemptAction } from '../../../ui/use-action.ts'
import { issueSentence } from '../state/issue-sentence.ts'
import { useStudio } from '../state/studio-context.tsx'
import type { SentSuggestion } from '../state/studio-data.ts'
import { skillPointer } from '../state/studio-sections.ts'
import type { Wish } from './assistant-context.tsx'

const TASK_LABELS = {
  draft: 'Write the skill from a description',
  examples: 'Propose examples',
  prompt: 'Improve the prompt',
  explain: 'Explain a problem',
} as const satisfies Record<SuggestionTask, string>

const REQUESTS = {
  draft: { label: 'What the skill does', help: 'What goes in, what comes out, and what it must not do.' },
  examples: { label: 'What the examples should show', help: '' },
  prompt: { label: 'What the prompt should say', help: '' },
  explain: { label: 'Problem', help: 'As the studio or a test run shows it.' },
} as const satisfies Record<SuggestionTask, { label: string; help: string }>

type AssistantDialogProps = { wish: Wish; model: string; onClose: () => void }

/** Asks the model, shows its answer as a diff, and edits the draft only when the person accepts it. */
export function AssistantDialog({ wish, model, onClose }: AssistantDialogProps) {
  const { actions, state, store, edit } = useStudio()
  const [{ task, skill, request }, setWish] = useState(wish)
  const [suggestion, setSuggestion] = useState<SentSuggestion>()
  const [refusal, setRefusal] = useState<PublicError>()
  const [isAsking, startAsking] = useTransition()
  const skills = listAt(state.document, '/skills')
  const isRequestNeeded = task === 'draft' || task === 'explain'

  function ask() {
    startAsking(async () => {
      setRefusal(undefined)
      // The model reads the stored draft.
      if (!(await store.flush())) return
      const result = await attemptAction(() => actions.suggest({ task, skill, request }))
      if (result.ok) setSuggestion(result.data)
      else setRefusal(result.error)
    })
  }

  function accept(text: string) {
    const before = state.document
    edit(() => JSON.parse(text) as Json)
    onClose()
    toast.success('The suggestion is in the draft.', {
      action: { label: 'Undo', onClick: () => edit(() => before) },
      duration: 20_000,
    })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || isAsking || onClose()}>
      <DialogContent
        title="Assistant"
        description={`Suggestions by ${model}. The skill and your words are sent there, without its files. Nothing changes until you accept it.`}
        className="max-w-3xl"
      >
        {suggestion ? (
          <SuggestionView
            suggestion={suggestion}
            before={state.document}
            skill={skill}
            isOutdated={state.revision !== suggestion.revision}
            onAccept={accept}
            onAgain={() => setSuggestion(undefined)}
          />
        ) : (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              if (!isAsking) ask()
            }}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                label="Task"
                value={task}
                onChange={(next) => setWish({ skill, request, task: next as SuggestionTask })}
                options={Object.entries(TASK_LABELS)}
              />
              <SelectField
                label="Skill"
                value={String(skill)}
                onChange={(next) => setWish({ task, request, skill: Number(next) })}
                options={skills.map((_, index) => [
                  String(index),
                  textAt(state.document, `${skillPointer(index)}/name`) || `Skill ${index + 1}`,
                ])}
              />
            </div>
            <TextareaField
              label={REQUESTS[task].label}
              help={REQUESTS[task].help}
              required={isRequestNeeded}
              optional={!isRequestNeeded}
              rows={4}
              maxLength={MAX_DESCRIPTION}
              value={request}
              onChange={(value) => setWish({ task, skill, request: value })}
            />
            {refusal && !isAsking && <RefusalAlert error={refusal} />}
            <p role="status" className="text-muted-foreground text-sm">
              {isAsking && 'The model is writing. This may take a minute.'}
            </p>
            <DialogFooter>
              <Button variant="outline" disabled={isAsking} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" pending={isAsking} disabled={isRequestNeeded && request.trim() === ''}>
                Ask
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  )
}

type SuggestionViewProps = {
  suggestion: SentSuggestion
  before: Json
  skill: number
  /** The draft was saved since. */
  isOutdated: boolean
  onAccept: (text: string) => void
  onAgain: () => void
}

function SuggestionView({ suggestion, before, skill, isOutdated, onAccept, onAgain }: SuggestionViewProps) {
  const { explanation, text, newIssues } = suggestion
  const pointer = skillPointer(skill)
  return (
    <div className="grid min-w-0 gap-4">
      <p className="whitespace-pre-wrap text-pretty text-sm [overflow-wrap:anywhere]">{explanation}</p>
      {text === null ? (
        <p className="text-muted-foreground text-sm">The model proposes no changes.</p>
      ) : (
        <CodeDiff
          before={writeDocument(valueAt(before, pointer) ?? null)}
          after={writeDocument(valueAt(JSON.parse(text) as Json, pointer) ?? null)}
          language="json"
          label="Suggested changes"
        />
      )}
      {newIssues.length > 0 && (
        <Alert variant="warning" title={`${plural(newIssues.length, 'thing')} to fix afterwards`}>
          <ul className="list-disc pl-5">
            {newIssues.slice(0, MAX_ISSUES).map((issue) => (
              <li key={`${issue.path} ${issue.message}`}>{issueSentence(issue)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isOutdated && (
        <Alert variant="warning">The draft was changed since this was suggested. Ask again.</Alert>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onAgain}>
          Ask again
        </Button>
        {text !== null && (
          <Button disabled={isOutdated} onClick={() => onAccept(text)}>
            Accept
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

const MAX_ISSUES = 8
