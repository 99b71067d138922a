'use client'

import { CircleCheck, CircleX } from 'lucide-react'
import type { ChecklistLine } from '#lib/contract/document/checklist.ts'
import { isObject } from '#lib/contract/json/json.ts'
import { pointerKeys, valueAt } from '#lib/contract/json/json-pointer.ts'
import type { Issue } from '#lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { textAt } from '../edit-document.ts'
import { problemSentence } from '../problem-sentence.ts'
import { useStudio } from '../studio-context.tsx'
import { goTo } from '../use-place.ts'

/** The checklist; what is red leads to the field that mends it. */
export function CheckLines({ lines }: { lines: ChecklistLine[] }) {
  const red = lines.filter(({ ok }) => !ok).length
  return (
    <div className="grid gap-2">
      <p role="status" className="text-muted-foreground text-sm">
        {red === 0
          ? 'Everything is green.'
          : `${red} of ${lines.length} lines ${red === 1 ? 'is' : 'are'} red.`}
      </p>
      <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
        {lines.map(({ id, title, ok, issues, advice = [] }) => (
          <li key={id} className="flex gap-3 px-4 py-2.5 text-sm">
            {ok ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-label="Green:" role="img" />
            ) : (
              <CircleX className="mt-0.5 size-4 shrink-0 text-destructive" aria-label="Red:" role="img" />
            )}
            <div className="grid min-w-0 gap-1">
              <p>{title}</p>
              {advice.map((sentence) => (
                <p key={sentence} className="text-pretty text-warning">
                  {sentence}
                </p>
              ))}
              {issues.length > 0 && (
                <ul className="grid gap-1">
                  {issues.map((issue) => (
                    <li key={issue.path + issue.message}>
                      <MendLink issue={issue} />
                      <LeastNumber issue={issue} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MendLink({ issue }: { issue: Issue }) {
  const { state } = useStudio()
  const [list, index] = pointerKeys(issue.path)
  const skill = list === 'skills' && index ? valueAt(state.document, `/skills/${index}`) : undefined
  const name = isObject(skill) ? textAt(skill, '/name') || `skill ${Number(index) + 1}` : undefined
  return (
    <button
      type="button"
      className="text-left text-muted-foreground underline decoration-border underline-offset-4 [overflow-wrap:anywhere] hover:text-foreground hover:decoration-current"
      onClick={() => goTo(issue.path)}
    >
      {name && <span className="font-medium">{name}: </span>}
      {problemSentence(issue)}
    </button>
  )
}

/** The checklist knows which number would do. */
function LeastNumber({ issue }: { issue: Issue }) {
  const { set } = useStudio()
  const least = issue.path === '/version' ? issue.params?.least : undefined
  if (typeof least !== 'string') return null
  return (
    <Button size="sm" variant="outline" className="mt-1 flex" onClick={() => set('/version', least)}>
      Set version {least}
    </Button>
  )
}
