/** The plan as JSON. Text that is no valid plan is kept beside the last valid plan. */
'use client'

import { useEffect, useState } from 'react'
import { readDocument, writeDocument } from '#lib/contracts/document/read-document.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { browserStorage } from '../../browser/browser-storage.ts'
import { CodeEditor } from '../../code-editor/code-editor.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { usePlanEditing } from '../parts/plan-editing.tsx'

/** Returns the typed text while it is invalid or formatted in another way than the plan would be. */
export function usePlanJson(key: string) {
  const { plan, edit } = usePlanEditing()
  const [typed, setTyped] = useState<{ text: string; forPlan?: Json }>()
  useEffect(() => {
    const stored = browserStorage('localStorage')?.getItem(key)
    if (stored) setTyped({ text: stored })
  }, [key])
  const { document, issues } = typed ? readDocument(typed.text) : { document: plan }
  const isTextShown = typed !== undefined && (document === undefined || typed.forPlan === plan)
  return {
    text: isTextShown ? typed.text : writeDocument(plan),
    issue: isTextShown && typed ? issues?.[0] : undefined,
    type(text: string) {
      const read = readDocument(text).document
      setTyped({ text, forPlan: read })
      storeText(key, read ? undefined : text)
      if (read) edit(() => read)
    },
    discard() {
      setTyped(undefined)
      storeText(key, undefined)
    },
  }
}

function storeText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) browserStorage('localStorage')?.removeItem(key)
    else browserStorage('localStorage')?.setItem(key, text)
  } catch {
    // The storage is full; the text is kept until the page is closed.
  }
}

export function PlanJsonView({ jsonState }: { jsonState: ReturnType<typeof usePlanJson> }) {
  const { text, issue } = jsonState
  const line = Number(issue?.params?.line ?? 0)
  return (
    <div className="grid gap-3">
      {issue && <BrokenJson issue={issue.message} discard={jsonState.discard} />}
      <CodeEditor
        language="json"
        label="The plan as JSON"
        value={text}
        onChange={jsonState.type}
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
  fix,
}: {
  issue: string
  discard: () => void
  fix?: () => void
}) {
  return (
    <Alert
      variant="warning"
      title="Invalid JSON"
      action={
        <div className="flex flex-wrap gap-2">
          {fix && (
            <Button size="sm" onClick={fix}>
              Fix the JSON
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={discard}>
            Back to the last valid plan
          </Button>
        </div>
      }
    >
      {issue}. Your text is not lost.
    </Alert>
  )
}
