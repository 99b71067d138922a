'use client'

/** The plan as JSON: the same document as the cards. A text that cannot be read is kept, and so is the last plan. */
import { useEffect, useState } from 'react'
import { readDocument, writeDocument } from '#lib/contract/document/read-document.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { CodeEditor } from '../../code-editor/code-editor.tsx'
import type { Mark } from '../../code-editor/code-editor-props.ts'
import { browserStorage } from '../../studio/browser-storage.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { usePlan } from './plan-desk.tsx'

export type JsonTwin = { text?: string; problem?: string; mark?: Mark }

/** `text` is there while what is typed cannot be read, or is written in another way than we would. */
export function useJsonTwin(key: string) {
  const { plan, edit } = usePlan()
  const [typed, setTyped] = useState<{ text: string; of?: Json }>()
  useEffect(() => {
    const kept = browserStorage('localStorage')?.getItem(key)
    if (kept) setTyped({ text: kept })
  }, [key])
  const { document, issues } = typed ? readDocument(typed.text) : { document: plan }
  const isKept = typed !== undefined && (document === undefined || typed.of === plan)
  return {
    text: isKept ? typed.text : writeDocument(plan),
    issue: isKept && typed ? issues?.[0] : undefined,
    type(text: string) {
      const read = readDocument(text).document
      setTyped({ text, of: read })
      keep(key, read ? undefined : text)
      if (read) edit(() => read)
    },
    discard() {
      setTyped(undefined)
      keep(key, undefined)
    },
  }
}

function keep(key: string, text: string | undefined): void {
  try {
    if (text === undefined) browserStorage('localStorage')?.removeItem(key)
    else browserStorage('localStorage')?.setItem(key, text)
  } catch {
    // No room: it lives as long as the page.
  }
}

export function JsonView({ twin }: { twin: ReturnType<typeof useJsonTwin> }) {
  const { text, issue } = twin
  const line = Number(issue?.params?.line ?? 0)
  return (
    <div className="grid gap-3">
      {issue && <BrokenJson issue={issue.message} discard={twin.discard} />}
      <CodeEditor
        language="json"
        label="The plan as JSON"
        value={text}
        onChange={twin.type}
        invalid={issue !== undefined}
        marks={issue && line > 0 ? [{ line, column: 1, message: issue.message }] : []}
        lines={{ min: 20, max: 40 }}
      />
    </div>
  )
}

export function BrokenJson({
  issue,
  discard,
  mend,
}: {
  issue: string
  discard: () => void
  mend?: () => void
}) {
  return (
    <Alert
      variant="warning"
      title="The JSON cannot be read yet"
      action={
        <div className="flex flex-wrap gap-2">
          {mend && (
            <Button size="sm" onClick={mend}>
              Mend the JSON
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={discard}>
            Back to the last that could be read
          </Button>
        </div>
      }
    >
      {issue}. What you typed is kept.
    </Alert>
  )
}
