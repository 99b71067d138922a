/** What a field for code is given. */
export type EditorLanguage = 'javascript' | 'typescript' | 'python' | 'json' | 'markdown' | 'text'

/** One problem in the text. `line` and `column` count from 1. */
export type Mark = { line: number; column: number; message: string; severity?: 'error' | 'warning' }

export type CodeEditorProps = {
  language: EditorLanguage
  value: string
  onChange?: (value: string) => void
  /** What the field is called, for assistive technology. */
  label: string
  marks?: readonly Mark[]
  readOnly?: boolean
  /** Without line numbers, and Tab moves on: for prose. */
  plain?: boolean
  /** Height in lines; it grows with the text from `min` to `max` and scrolls from there. */
  lines?: { min?: number; max?: number }
  /** Id of the element that says more about the field. */
  describedBy?: string
  invalid?: boolean
  placeholder?: string
  className?: string
}
