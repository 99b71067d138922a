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

export type Incoming = { sourceName: string; result: ActionResult<{ text: string; notices?: string[] }> }

type ReplaceDialogProps = { incoming: Incoming | undefined; onClose: () => void }

export function ReplaceDialog({ incoming, onClose }: ReplaceDialogProps) {
  const { state, edit } = useStudio()
  if (!incoming) return null
  const { sourceName, result } = incoming
  if (!result.ok) return <UnusableFileDialog sourceName={sourceName} error={result.error} onClose={onClose} />
  const before = state.document
  const after = JSON.parse(result.data.text) as Json
  const changes = describeReplacement(before, after)
  function replace() {
    edit(() => after)
    onClose()
    toast.success(`The draft was replaced with ${sourceName}.`, {
      action: { label: 'Undo', onClick: () => edit(() => before) },
      duration: 20_000,
    })
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Replace the draft with ${sourceName}?`}
        description={changes.length === 0 ? 'There are no changes: both are identical.' : 'Changes:'}
        className="max-w-3xl"
      >
        {result.data.notices?.map((notice) => (
          <Alert key={notice}>{notice}</Alert>
        ))}
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <details>
          <summary className="text-sm">Line by line</summary>
          <CodeDiff
            before={writeDocument(before)}
            after={writeDocument(after)}
            language="json"
            label={`Draft compared with ${sourceName}`}
            className="pt-3"
          />
        </details>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={changes.length === 0} onClick={replace}>
            Replace the draft
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type UnusableFileDialogProps = { sourceName: string; error: PublicError; onClose: () => void }

function UnusableFileDialog({ sourceName, error, onClose }: UnusableFileDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`${sourceName} cannot be used`} description="Nothing was changed.">
        <IssueList error={error} />
      </DialogContent>
    </Dialog>
  )
}

export function describeReplacement(before: Json, after: Json): string[] {
  return [...describeSkillChanges(before, after), ...describeOtherChanges(asObject(before), asObject(after))]
}

function describeSkillChanges(before: Json, after: Json): string[] {
  const [earlier, later] = [skillTexts(before), skillTexts(after)]
  const quoteSlugs = (slugs: string[]) => slugs.map((slug) => `“${slug}”`).join(', ')
  const removed = [...earlier.keys()].filter((slug) => !later.has(slug))
  const added = [...later.keys()].filter((slug) => !earlier.has(slug))
  const changed = [...later]
    .filter(([slug, text]) => earlier.has(slug) && earlier.get(slug) !== text)
    .map(([slug]) => slug)
  const isReordered =
    [...earlier.keys()].join() !== [...later.keys()].join() && removed.length + added.length === 0
  return [
    ...(removed.length > 0 ? [`Removed skills: ${quoteSlugs(removed)}`] : []),
    ...(added.length > 0 ? [`Added skills: ${quoteSlugs(added)}`] : []),
    ...(changed.length > 0 ? [`Changed skills: ${quoteSlugs(changed)}`] : []),
    ...(isReordered ? ['The order of the skills changes'] : []),
  ]
}

function skillTexts(document: Json): Map<string, string> {
  return new Map(listAt(document, '/skills').map((skill) => [textAt(skill, '/slug'), JSON.stringify(skill)]))
}

function describeOtherChanges(before: JsonObject, after: JsonObject): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'skills')
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => describeChange(key, before[key], after[key]))
}

const MAX_QUOTED_CHARS = 60

function describeChange(key: string, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined || before === '') return `${key} is added`
  if (after === undefined) return `${key} is removed`
  const isShort = [before, after].every(
    (value) => typeof value === 'string' && value.length <= MAX_QUOTED_CHARS,
  )
  return isShort ? `${key}: “${before}” changes to “${after}”` : `${key} changes`
}

function asObject(document: Json): JsonObject {
  return isObject(document) ? document : {}
}
