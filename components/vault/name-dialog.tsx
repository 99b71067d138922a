'use client'

/** Asks what something new is to be called, or where something is to go. */
import { type FormEvent, useState } from 'react'
import { whyNotVaultPath } from '#lib/contract/vault/vault-path.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

export type NameQuestion =
  | { ask: 'note' | 'folder'; suggestion: string }
  | { ask: 'move'; path: string; suggestion: string }

type NameDialogProps = {
  question: NameQuestion
  /** Returns a sentence when it did not work. */
  onAnswer: (path: string) => Promise<string | undefined>
  onClose: () => void
}

const WORDS = {
  note: { title: 'New note', label: 'Name', verb: 'Create note' },
  folder: { title: 'New folder', label: 'Name', verb: 'Create folder' },
  move: { title: 'Rename or move', label: 'New path', verb: 'Rename' },
}

export function NameDialog({ question, onAnswer, onClose }: NameDialogProps) {
  const [path, setPath] = useState(question.suggestion)
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  // The field takes the focus before the dialog could see who had it.
  const [opener] = useState(() => document.activeElement)
  const { title, label, verb } = WORDS[question.ask]

  async function send(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const wanted = question.ask === 'note' ? withEnding(path.trim()) : path.trim()
    const why = whyNotVaultPath(wanted)
    if (why) return setFailure(`The path ${why}.`)
    setPending(true)
    const sentence = await onAnswer(wanted)
    setPending(false)
    if (sentence) setFailure(sentence)
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
          question.ask === 'move'
            ? `Where ${question.path} is to be. Folders that are not there are made.`
            : 'A slash puts it into a folder, which is made if it is not there: “Projects/Plan”.'
        }
      >
        <form onSubmit={send} className="grid gap-4">
          <Field
            label={label}
            errors={failure ? [failure] : []}
            help={question.ask === 'note' ? 'Without an ending it becomes Markdown, “.md”.' : undefined}
          >
            {(wired) => (
              <Input
                {...wired}
                autoFocus
                value={path}
                spellCheck={false}
                autoComplete="off"
                onFocus={selectName}
                onChange={(event) => {
                  setPath(event.target.value)
                  setFailure(undefined)
                }}
              />
            )}
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" pending={pending}>
              {verb}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** What is likely to be changed: the name, without its folder and its ending. */
function selectName({ target }: React.FocusEvent<HTMLInputElement>) {
  const from = target.value.lastIndexOf('/') + 1
  const dot = target.value.lastIndexOf('.')
  target.setSelectionRange(from, dot > from ? dot : target.value.length)
}

function withEnding(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === '' || /.\.[^.\s]{1,8}$/.test(name) ? path : `${path}.md`
}
