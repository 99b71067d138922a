'use client'

import { writeDocument } from '#lib/contracts/document/read-document.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { CodeDiff } from '../../code-editor/code-diff.tsx'
import { listAt, textAt } from '../../drafts/edit-document.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { IssueList } from '../../ui/issue-list.tsx'
import { toast } from '../../ui/toast.ts'
import { useStudio } from './state/studio-context.tsx'

export type Incoming = { from: string; answer: ActionResult<{ text: string; notices?: string[] }> }

type ReplaceDialogProps = { incoming: Incoming | undefined; onClose: () => void }

export function ReplaceDialog({ incoming, onClose }: ReplaceDialogProps) {
  const { state, edit } = useStudio()
  if (!incoming) return null
  const { from, answer } = incoming
  if (!answer.ok) return <UnusableDialog from={from} error={answer.error} onClose={onClose} />
  const before = state.document
  const after = JSON.parse(answer.data.text) as Json
  const parts = replacedParts(before, after)
  function replace() {
    edit(() => after)
    onClose()
    toast.success(`The draft was replaced with ${from}.`, {
      action: { label: 'Undo', onClick: () => edit(() => before) },
      duration: 20_000,
    })
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Replace the draft with ${from}?`}
        description={parts.length === 0 ? 'It is identical to the draft.' : 'Changes:'}
        className="max-w-3xl"
      >
        {answer.data.notices?.map((notice) => (
          <Alert key={notice}>{notice}</Alert>
        ))}
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <details>
          <summary className="text-sm">Line by line</summary>
          <CodeDiff
            before={writeDocument(before)}
            after={writeDocument(after)}
            language="json"
            label={`Draft compared with ${from}`}
            className="pt-3"
          />
        </details>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={parts.length === 0} onClick={replace}>
            Replace the draft
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type UnusableDialogProps = { from: string; error: PublicError; onClose: () => void }

function UnusableDialog({ from, error, onClose }: UnusableDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`${from} cannot be used`} description="Nothing was changed.">
        <IssueList error={error} />
      </DialogContent>
    </Dialog>
  )
}

export function replacedParts(before: Json, after: Json): string[] {
  return [...skillSentences(before, after), ...describeOtherChanges(asObject(before), asObject(after))]
}

function skillSentences(before: Json, after: Json): string[] {
  const [old, now] = [skillsOf(before), skillsOf(after)]
  const named = (slugs: string[]) => slugs.map((slug) => `“${slug}”`).join(', ')
  const removed = [...old.keys()].filter((slug) => !now.has(slug))
  const added = [...now.keys()].filter((slug) => !old.has(slug))
  const changed = [...now]
    .filter(([slug, text]) => old.has(slug) && old.get(slug) !== text)
    .map(([slug]) => slug)
  const isReordered = [...old.keys()].join() !== [...now.keys()].join() && removed.length + added.length === 0
  return [
    ...(removed.length > 0 ? [`Removed skills: ${named(removed)}`] : []),
    ...(added.length > 0 ? [`Added skills: ${named(added)}`] : []),
    ...(changed.length > 0 ? [`Changed skills: ${named(changed)}`] : []),
    ...(isReordered ? ['The order of the skills changes'] : []),
  ]
}

function skillsOf(document: Json): Map<string, string> {
  return new Map(listAt(document, '/skills').map((skill) => [textAt(skill, '/slug'), JSON.stringify(skill)]))
}

function describeOtherChanges(before: JsonObject, after: JsonObject): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'skills')
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => sentenceOf(key, before[key], after[key]))
}

const SHORT_CHARS = 60

function sentenceOf(key: string, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined || before === '') return `${key} is added`
  if (after === undefined) return `${key} is removed`
  const isShort = [before, after].every((value) => typeof value === 'string' && value.length <= SHORT_CHARS)
  return isShort ? `${key}: “${before}” changes to “${after}”` : `${key} changes`
}

function asObject(document: Json): JsonObject {
  return isObject(document) ? document : {}
}
