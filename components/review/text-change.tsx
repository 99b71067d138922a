/** One text before and after: a diff when both sides are there, else the one side there is. */
import type { TextChange as Change } from '#lib/review/views.ts'
import { CodeDiff } from '../code-editor/code-diff.tsx'
import { CodeEditor } from '../code-editor/code-editor.tsx'
import { Badge } from '../ui/badge.tsx'

type TextChangeProps = {
  change: Change
  /** What the text belongs to, for assistive technology: "Text statistics". */
  of: string
  /** Says so when there was no such text before; left out where everything is new. */
  marksNew?: boolean
}

export function TextChange({ change, of, marksNew }: TextChangeProps) {
  const { title, before, after, language } = change
  const label = `${title} of ${of}`
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h4 className="flex items-center gap-2 font-medium text-sm">
        {title}
        {marksNew && before === undefined && <Badge variant="accent">new</Badge>}
        {after === undefined && <Badge variant="destructive">removed</Badge>}
        {before === after && <Badge>unchanged</Badge>}
      </h4>
      {before !== undefined && after !== undefined && before !== after ? (
        <CodeDiff before={before} after={after} language={language} label={label} maxLines={60} />
      ) : (
        <CodeEditor
          value={after ?? before ?? ''}
          language={language}
          label={label}
          readOnly
          plain={language === 'markdown'}
          lines={{ min: 1, max: 60 }}
        />
      )}
    </div>
  )
}
