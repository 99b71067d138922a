import { cn } from '../ui/cn.ts'

type PlaceholderProps = { value: string; plain?: boolean }

/** The text in the editor's own measures, to be read while the editor is on its way. */
export function EditorPlaceholder({ value, plain }: PlaceholderProps) {
  return (
    <pre
      aria-busy="true"
      className={cn(
        'max-h-(--editor-max-height) min-h-(--editor-min-height) overflow-hidden py-2 font-mono text-[13px] leading-5',
        plain ? 'whitespace-pre-wrap px-3' : 'pr-3 pl-16',
      )}
    >
      {value || ' '}
    </pre>
  )
}
