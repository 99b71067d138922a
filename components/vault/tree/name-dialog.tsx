'use client'

import { type FormEvent, useState } from 'react'
import { vaultPathError } from '#lib/vault/model/vault-path.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { InputField } from '../../ui/forms/field.tsx'

export type NameQuestion =
  | { kind: 'note' | 'folder'; suggestion: string }
  | { kind: 'move'; path: string; suggestion: string }

type NameDialogProps = {
  question: NameQuestion
  onAnswer: (path: string) => Promise<string | undefined>
  onClose: () => void
}

const DIALOG_TEXTS = {
  note: { title: 'New note', label: 'Name', submitLabel: 'Create note' },
  folder: { title: 'New folder', label: 'Name', submitLabel: 'Create folder' },
  move: { title: 'Rename or move', label: 'New path', submitLabel: 'Rename' },
}

export function NameDialog({ question, onAnswer, onClose }: NameDialogProps) {
  const [path, setPath] = useState(question.suggestion)
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  // Captured before the dialog's field takes the focus.
  const [opener] = useState(() => document.activeElement)
  const { title, submitLabel } = DIALOG_TEXTS[question.kind]

  async function send(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const fullPath = question.kind === 'note' ? withExtension(path.trim()) : path.trim()
    const pathError = vaultPathError(fullPath)
    if (pathError) return setFailure(`The path ${pathError}.`)
    setPending(true)
    const problem = await onAnswer(fullPath)
    setPending(false)
    if (problem) setFailure(problem)
    else onClose()
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
        }}
        title={title}
        description={
          question.kind === 'move'
            ? `The new location of ${question.path}. Missing folders are created.`
            : 'Use a slash for a folder, such as “Projects/Plan”. Missing folders are created.'
        }
      >
        <form onSubmit={send} className="grid gap-4">
          <PathField
            question={question}
            failure={failure}
            path={path}
            onChange={(changed) => {
              setPath(changed)
              setFailure(undefined)
            }}
          />
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" pending={pending}>
              {submitLabel}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

type PathFieldProps = Pick<NameDialogProps, 'question'> & {
  failure: string | undefined
  path: string
  onChange: (path: string) => void
}

function PathField({ question, failure, path, onChange }: PathFieldProps) {
  return (
    <InputField
      label={DIALOG_TEXTS[question.kind].label}
      errors={failure ? [failure] : []}
      help={question.kind === 'note' ? '“.md” is added if there is no extension.' : undefined}
      autoFocus
      spellCheck={false}
      onFocus={selectName}
      value={path}
      onChange={onChange}
    />
  )
}

function selectName({ target }: React.FocusEvent<HTMLInputElement>) {
  const from = target.value.lastIndexOf('/') + 1
  const dot = target.value.lastIndexOf('.')
  target.setSelectionRange(from, dot > from ? dot : target.value.length)
}

function withExtension(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === '' || /.\.[^.\s]{1,8}$/.test(name) ? path : `${path}.md`
}
